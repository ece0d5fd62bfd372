# A MariaDB of our own for the tests of the result saver: free loopback port, own data folder, no network.

start_mariadb() {
  local dir=$1 server
  server=$(command -v mariadbd || echo /usr/sbin/mariadbd)
  RCSS_TEST_MYSQL_PORT=$(node -e 'const s=require("net").createServer();s.listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
  mkdir -p "$dir/data" "$dir/run"
  chown -R mysql "$dir" 2>/dev/null || true
  mariadb-install-db --no-defaults --datadir="$dir/data" --auth-root-authentication-method=normal --skip-test-db \
    --user=mysql >"$dir/install.log" 2>&1 || { tail -5 "$dir/install.log"; return 1; }
  "$server" --no-defaults --user=mysql --datadir="$dir/data" --socket="$dir/run/db.sock" --pid-file="$dir/run/db.pid" \
    --bind-address=127.0.0.1 --port="$RCSS_TEST_MYSQL_PORT" --innodb-buffer-pool-size=16M >"$dir/server.log" 2>&1 &
  for _ in $(seq 1 100); do
    if mariadb --no-defaults --socket="$dir/run/db.sock" -u root -e \
      "CREATE DATABASE IF NOT EXISTS rcss_test; CREATE USER IF NOT EXISTS 'rcss'@'127.0.0.1' IDENTIFIED BY 'rcss'; GRANT ALL ON rcss_test.* TO 'rcss'@'127.0.0.1'" \
      2>/dev/null; then
      return 0
    fi
    sleep 0.2
  done
  tail -5 "$dir/server.log"
  return 1
}

stop_mariadb() {
  [ -f "$1/run/db.pid" ] && kill "$(cat "$1/run/db.pid")"
  for _ in $(seq 1 50); do [ -f "$1/run/db.pid" ] || break; sleep 0.1; done
}
