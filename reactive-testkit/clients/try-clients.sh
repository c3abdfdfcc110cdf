#!/bin/bash
# Runs clients that were not written for the local Athena against it: Debian's awscli and npm's @aws-sdk clients.
# Opt-in: it needs /usr/bin/aws (apt-get install awscli), node and npm, and fetches the two npm packages.
#
#   mvn package && reactive-testkit/clients/try-clients.sh
#
# Prints what the clients print. Ends with 1 at the first answer that is not the expected one.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
jar="$here/../target/local-athena.jar"
aws=${AWS_CLI:-/usr/bin/aws}
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; wait 2>/dev/null || true; rm -rf "$work"' EXIT

fail() {
    echo "MISMATCH: $*" >&2
    exit 1
}

expect() { # what, expected, actual
    [ "$2" = "$3" ] || fail "$1: expected <$2>, got <$3>"
    echo "ok: $1"
}

run() {
    echo "\$ ${*/#$aws/aws}" >&2
    "$@"
}

[ -f "$jar" ] || fail "$jar is not there: run mvn package first"
[ -x "$aws" ] || fail "no awscli at $aws: apt-get install awscli, or set AWS_CLI"

mkdir "$work/data"
printf 'id,name,price\n1,one,1.50\n2,"two, ""2""",2.25\n3,,3.00\n' >"$work/data/orders.csv"
java -jar "$jar" --port 0 --data "$work/data" --demo-rows 1000 >"$work/server.log" 2>&1 &
server=$!
for _ in $(seq 150); do
    grep -q path-style "$work/server.log" && break
    kill -0 "$server" 2>/dev/null || { cat "$work/server.log"; fail "the server ended"; }
    sleep 0.2
done
cat "$work/server.log"
endpoint=$(grep -o 'http://127[0-9.:]*' "$work/server.log" | head -1)
eval "$(grep -o 'export AWS_ACCESS.*' "$work/server.log")"
export AWS_DEFAULT_REGION=$AWS_REGION AWS_EC2_METADATA_DISABLED=true AWS_PAGER= ENDPOINT=$endpoint
export AWS_CONFIG_FILE=/dev/null AWS_SHARED_CREDENTIALS_FILE=/dev/null

athena() { run "$aws" --endpoint-url "$endpoint" --output json athena "$@"; }
text() { run "$aws" --endpoint-url "$endpoint" --output text athena "$@"; }

wait_for() { # id
    for _ in $(seq 300); do
        state=$("$aws" --endpoint-url "$endpoint" --output text athena get-query-execution \
            --query-execution-id "$1" --query QueryExecution.Status.State)
        case $state in SUCCEEDED | FAILED | CANCELLED) return ;; esac
        sleep 0.1
    done
    fail "$1 did not end"
}

echo "=== $("$aws" --version 2>&1)"
id=$(text start-query-execution --query-string 'SELECT id, name, price FROM orders ORDER BY id' --query QueryExecutionId)
wait_for "$id"
athena get-query-execution --query-execution-id "$id"
expect "state" SUCCEEDED "$state"
location=$(text get-query-execution --query-execution-id "$id" \
    --query QueryExecution.ResultConfiguration.OutputLocation)
expect "output location" "s3://athena-results/$id.csv" "$location"
athena get-query-results --query-execution-id "$id" --query 'ResultSet.Rows[].Data[].VarCharValue' --output json
rows=$(text get-query-results --query-execution-id "$id" --query 'length(ResultSet.Rows)')
expect "rows with the header" 4 "$rows"
paged=$(text get-query-results --query-execution-id "$id" --page-size 2 --query 'length(ResultSet.Rows)' |
    awk '{ n += $1 } END { print n }')
expect "rows by pages of two" 4 "$paged"
run "$aws" --endpoint-url "$endpoint" s3 cp --no-progress "$location" "$work/result.csv"
cat "$work/result.csv"
expect "CSV" '"id","name","price"
"1","one","1.5"
"2","two, ""2""","2.25"
"3",,"3.0"' "$(cat "$work/result.csv")"
run "$aws" --endpoint-url "$endpoint" s3 ls "s3://athena-results/$id" | awk '{ print $4 }' >"$work/ls"
cat "$work/ls"
expect "objects" "$id.csv $id.csv.metadata" "$(tr '\n' ' ' <"$work/ls" | sed 's/ $//')"

echo "--- parameters and UNLOAD"
id=$(text start-query-execution --query-string 'SELECT name FROM orders WHERE id = ?' --execution-parameters 1 \
    --query QueryExecutionId)
wait_for "$id"
expect "a parameter" one "$(text get-query-results --query-execution-id "$id" \
    --query 'ResultSet.Rows[1].Data[0].VarCharValue')"
id=$(text start-query-execution --query QueryExecutionId \
    --query-string "UNLOAD (SELECT * FROM orders) TO 's3://athena-results/unload/' WITH (format = 'PARQUET')")
wait_for "$id"
expect "UNLOAD" SUCCEEDED "$state"
manifest=$(text get-query-execution --query-execution-id "$id" \
    --query QueryExecution.Statistics.DataManifestLocation)
run "$aws" --endpoint-url "$endpoint" s3 cp --no-progress "$manifest" "$work/manifest"
cat "$work/manifest"
run "$aws" --endpoint-url "$endpoint" s3 cp --no-progress "$(head -1 "$work/manifest")" "$work/file"
expect "Parquet" PAR1 "$(head -c 4 "$work/file")"

echo "--- refusal, failure, cancel"
if text start-query-execution --query-string 'SELEC 1' 2>"$work/refused"; then fail "SELEC was taken"; fi
cat "$work/refused"
grep -q "InvalidRequestException.*line 1:1: mismatched input 'SELEC'" "$work/refused" || fail "the refusal's text"
id=$(text start-query-execution --query-string 'SELECT missing FROM orders' --query QueryExecutionId)
wait_for "$id"
expect "a failed query" FAILED "$state"
text get-query-execution --query-execution-id "$id" --query QueryExecution.Status.StateChangeReason
run "$aws" --endpoint-url "$endpoint" athena stop-query-execution --query-execution-id "$id"

echo "--- catalog"
databases=$(text list-databases --catalog-name AwsDataCatalog --query 'DatabaseList[].Name')
echo "$databases"
grep -q default <<<"$databases" || fail "no database default"
athena get-table-metadata --catalog-name AwsDataCatalog --database-name default --table-name orders
expect "columns" "id name price" "$(text get-table-metadata --catalog-name AwsDataCatalog --database-name default \
    --table-name orders --query 'TableMetadata.Columns[].Name' | tr '\t' ' ')"
expect "workgroup" primary "$(text get-work-group --work-group primary --query WorkGroup.Name)"

echo "=== npm @aws-sdk/client-athena on node $(node --version)"
cp "$here/client.mjs" "$work/"
(cd "$work" && npm install --silent --no-fund --no-audit --prefix . \
    @aws-sdk/client-athena@3 @aws-sdk/client-s3@3 >/dev/null && run node client.mjs)

# Not INT: a shell's background jobs ignore it.
kill -TERM "$server"
code=0
wait "$server" || code=$?
server=
expect "exit code when told to stop" 143 "$code"
echo "All clients agree."
