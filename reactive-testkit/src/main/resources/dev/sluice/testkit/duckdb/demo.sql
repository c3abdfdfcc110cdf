CREATE MACRO demo_hash(i, salt) AS (hash(i * 31 + salt) >> 1)::BIGINT;
CREATE MACRO demo_pick(i, salt, choices) AS choices[1 + demo_hash(i, salt) % len(choices)];
CREATE MACRO demo_project(i) AS demo_pick(i, 1, ['boto3', 'urllib3', 'requests', 'numpy', 'pandas', 'pyarrow', 'setuptools', 'six', 'idna', 'certifi', 'typing-extensions', 'packaging', 'python-dateutil', 's3transfer', 'pyyaml', 'cryptography']) || CASE WHEN demo_hash(i, 2) % 4 = 0 THEN '-' || demo_hash(i, 3) % 5000 ELSE '' END;
CREATE MACRO demo_version(i) AS (demo_hash(i, 4) % 12) || '.' || (demo_hash(i, 5) % 30) || '.' || (demo_hash(i, 6) % 10);
CREATE MACRO demo_time(i) AS CAST(TIMESTAMP '2026-10-01 00:00:00' + to_milliseconds(demo_hash(i, 7) % 2678400000) AS TIMESTAMP);
-- downloads
SELECT demo_time(i) AS "timestamp", demo_project(i) AS project, demo_version(i) AS version,
       demo_project(i) || '-' || demo_version(i) || '-' || hex(demo_hash(i, 8) % 1000000000) || '.whl' AS file_name,
       demo_pick(i, 9, ['bdist_wheel', 'bdist_wheel', 'bdist_wheel', 'sdist']) AS file_type,
       CASE WHEN demo_hash(i, 10) % 20 = 0 THEN NULL ELSE demo_pick(i, 11, ['US', 'US', 'US', 'DE', 'IN', 'CN', 'GB', 'FR', 'JP', 'BR', 'NL', 'SG', 'IE', 'CA', 'AU', 'KR']) END AS country_code,
       CASE WHEN demo_hash(i, 12) % 10 = 0 THEN NULL ELSE '3.' || (8 + demo_hash(i, 13) % 6) || '.' || demo_hash(i, 14) % 20 END AS python_version,
       CASE WHEN demo_hash(i, 15) % 25 = 0 THEN NULL ELSE demo_pick(i, 16, ['pip', 'pip', 'pip', 'uv', 'poetry', 'bandersnatch', 'Browser']) END AS installer_name,
       CASE WHEN demo_hash(i, 15) % 25 = 0 THEN NULL ELSE (demo_hash(i, 17) % 26) || '.' || demo_hash(i, 18) % 4 END AS installer_version,
       CASE WHEN demo_hash(i, 19) % 12 = 0 THEN NULL ELSE demo_pick(i, 20, ['Linux', 'Linux', 'Linux', 'Linux', 'Darwin', 'Windows']) END AS system_name,
       CASE WHEN demo_hash(i, 21) % 12 = 0 THEN NULL ELSE demo_pick(i, 22, ['x86_64', 'x86_64', 'aarch64', 'arm64', 'AMD64']) END AS cpu,
       demo_hash(i, 23) % 50000000 AS size_bytes,
       CASE WHEN demo_hash(i, 24) % 30 = 0 THEN NULL ELSE (demo_hash(i, 25) % 1000000) / 1000.0::DOUBLE END AS duration_seconds,
       demo_hash(i, 26) % 3 > 0 AS cached, CAST(demo_time(i) AS DATE) AS day
FROM (${rows}) t(i);
-- nested_downloads
SELECT demo_time(i) AS "timestamp",
       {'project': demo_project(i), 'version': demo_version(i)} AS file,
       CASE WHEN demo_hash(i, 30) % 10 = 0 THEN NULL ELSE list_transform(range(demo_hash(i, 31) % 4), j -> {'name': demo_project(i + j), 'pinned': (i + j) % 2 = 0}) END AS requires,
       map(['country', 'system'], [demo_pick(i, 11, ['US', 'DE', 'IN', 'GB']), demo_pick(i, 20, ['Linux', 'Darwin'])]) AS labels,
       list_transform(range(demo_hash(i, 32) % 3), j -> CASE WHEN j = 1 THEN NULL ELSE demo_hash(i, 33) % 1000 + j END) AS retries
FROM (${rows}) t(i);
-- events_json
SELECT i AS id, demo_time(i) AS "timestamp",
       '{"project":"' || demo_project(i) || '","details":{"python":"3.' || (8 + demo_hash(i, 13) % 6) || '","tls":' || CASE WHEN i % 2 = 0 THEN 'true' ELSE 'false' END || '},"tags":["' || demo_pick(i, 20, ['a', 'b', 'c']) || '"]}' AS event
FROM (${rows}) t(i);
-- calendar
SELECT CAST(DATE '2000-01-01' + CAST(i AS INTEGER) AS DATE) AS day, CAST(TIMESTAMP '2000-01-01 06:30:00' + to_hours(i) AS TIMESTAMP) AS opened,
       CAST((demo_hash(i, 40) % 10000000) / 100.0 AS DECIMAL(12, 2)) AS revenue, CAST(i % 7 AS TINYINT) AS weekday,
       CAST(i % 53 AS SMALLINT) AS week, CAST(i % 3 = 0 AS BOOLEAN) AS holiday, CAST(i / 7.0 AS REAL) AS share, encode('day ' || i) AS raw
FROM (${rows}) t(i);
