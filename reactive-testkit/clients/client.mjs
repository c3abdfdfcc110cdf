// The AWS SDK for JavaScript v3 against the local Athena; run by try-clients.sh.
import assert from 'node:assert/strict';
import {
  AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  InvalidRequestException,
  ListDatabasesCommand,
  StartQueryExecutionCommand,
  paginateGetQueryResults,
} from '@aws-sdk/client-athena';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

const settings = { endpoint: process.env.ENDPOINT, region: process.env.AWS_REGION };
const athena = new AthenaClient(settings);
const s3 = new S3Client({ ...settings, forcePathStyle: true });

async function run(sql) {
  const { QueryExecutionId } = await athena.send(new StartQueryExecutionCommand({ QueryString: sql }));
  for (;;) {
    const { QueryExecution } = await athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
    if (!['QUEUED', 'RUNNING'].includes(QueryExecution.Status.State)) {
      return QueryExecution;
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}

const query = await run('SELECT id, name FROM orders ORDER BY id');
console.log(query.QueryExecutionId, query.Status.State, query.ResultConfiguration.OutputLocation);
assert.equal(query.Status.State, 'SUCCEEDED');
assert.ok(query.Status.SubmissionDateTime instanceof Date);

const rows = [];
const pages = paginateGetQueryResults(
  { client: athena, pageSize: 2 },
  { QueryExecutionId: query.QueryExecutionId },
);
for await (const page of pages) {
  rows.push(...page.ResultSet.Rows.map((row) => row.Data.map((cell) => cell.VarCharValue)));
}
console.log(JSON.stringify(rows));
assert.deepEqual(rows, [['id', 'name'], ['1', 'one'], ['2', 'two, "2"'], ['3', undefined]]);

const first = await athena.send(
  new GetQueryResultsCommand({ QueryExecutionId: query.QueryExecutionId, MaxResults: 1 }),
);
const types = first.ResultSet.ResultSetMetadata.ColumnInfo.map((column) => `${column.Name} ${column.Type}`);
console.log(types.join(', '));
assert.deepEqual(types, ['id bigint', 'name varchar']);

const [, bucket, key] = /^s3:\/\/([^/]+)\/(.*)$/.exec(query.ResultConfiguration.OutputLocation);
const object = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
const csv = await object.Body.transformToString();
console.log(csv.trimEnd());
assert.equal(csv, '"id","name"\n"1","one"\n"2","two, ""2"""\n"3",\n');

await assert.rejects(run('SELEC 1'), (error) => {
  console.log(error.name, error.AthenaErrorCode, error.message.slice(0, 60));
  return error instanceof InvalidRequestException && error.AthenaErrorCode === 'MALFORMED_QUERY';
});
const { DatabaseList } = await athena.send(new ListDatabasesCommand({ CatalogName: 'AwsDataCatalog' }));
console.log(DatabaseList.map((database) => database.Name).join(', '));
assert.ok(DatabaseList.some((database) => database.Name === 'default'));
console.log('ok: @aws-sdk');
