//! The shipped program and a database across a network: TLS by a certificate, a password from a file or the environment.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::Path;
use std::process::{Command, Stdio};

use quintet_store::Scratch;
use serde_json::json;

use crate::run::program;
use crate::serve::Server;

const PASSWORD: &str = "a word that nobody guesses";

/// A database server that asks everybody who comes by the network for a password, and lets nobody in without TLS.
struct Database {
    server: Scratch,
    address: String,
    /// Where it is, too, and of which its certificate does not know.
    alias: String,
    /// Who signed its certificate, and somebody who did not.
    authority: String,
    stranger: String,
}

impl Database {
    fn start(folder: &Path) -> Database {
        // Addresses of this machine are many; those that no other process of tests has need no port of their own.
        let [_, high, middle, low] = std::process::id().to_be_bytes();
        let [address, alias] =
            [64, 129].map(|first| format!("127.{}.{middle}.{low}", first + high));
        let server = Scratch::with(&format!("-F -c listen_addresses={address},{alias}"));
        ask(&server.url("postgres"), &format!("CREATE ROLE quintet LOGIN PASSWORD '{PASSWORD}'"));
        ask(&server.url("postgres"), "CREATE DATABASE games OWNER quintet");
        certificates(folder, &address);
        let data = server.data();
        for name in ["server.pem", "server.key"] {
            fs::copy(folder.join(name), data.join(name)).expect("a copy");
            own(&data, &data.join(name));
        }
        fs::write(
            data.join("pg_hba.conf"),
            "local all all trust\nhostssl games quintet samenet scram-sha-256\n",
        )
        .expect("who may come in");
        let settings = "ssl = on\nssl_cert_file = 'server.pem'\nssl_key_file = 'server.key'\n";
        fs::write(data.join("postgresql.auto.conf"), settings).expect("settings");
        own(&data, &data.join("pg_hba.conf"));
        own(&data, &data.join("postgresql.auto.conf"));
        server.stop();
        server.go_on();
        let file = |name: &str| folder.join(name).to_str().expect("text").to_owned();
        Database { server, address, alias, authority: file("ca.pem"), stranger: file("other.pem") }
    }

    fn url(&self, tls: &str) -> String {
        format!("postgres://quintet@{}/games?{tls}", self.address)
    }
}

/// What the database answers to its owner.
fn ask(url: &str, sql: &str) -> String {
    let asked = Command::new("psql").args(["-qAtX", url, "-c", sql]).output().expect("psql runs");
    assert!(asked.status.success(), "{sql}: {}", String::from_utf8_lossy(&asked.stderr));
    String::from_utf8(asked.stdout).expect("text").trim_end().to_owned()
}

/// The database's own files are its owner's alone.
fn own(data: &Path, file: &Path) {
    let owner = fs::metadata(data).expect("its folder");
    chown(file, Some(owner.uid()), Some(owner.gid())).expect("an owner");
    fs::set_permissions(file, Permissions::from_mode(0o600)).expect("a mode");
}

/// Two authorities, and a certificate for an address by the first.
fn certificates(folder: &Path, address: &str) {
    fs::write(folder.join("names"), format!("subjectAltName = IP:{address}\n")).expect("a file");
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    for command in [
        format!("req -x509 {key} -days 2 -subj /CN=authority -keyout ca.key -out ca.pem"),
        format!("req -x509 {key} -days 2 -subj /CN=stranger -keyout other.key -out other.pem"),
        format!("req {key} -subj /CN=database -keyout server.key -out server.csr"),
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem".to_owned(),
    ] {
        let made = Command::new("openssl").args(command.split(' ')).current_dir(folder).output();
        let made = made.expect("openssl runs");
        assert!(made.status.success(), "{command}: {}", String::from_utf8_lossy(&made.stderr));
    }
}

/// Carries nothing into a database, with a password from the environment.
fn carry(url: &str, password: Option<&str>) -> (Option<i32>, String) {
    let data = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(program());
    command.args(["move-data", data.path().to_str().expect("text"), url]);
    command.env("HOME", data.path()).env_remove("PGPASSWORD").env_remove("PGPASSFILE");
    command.envs(password.map(|password| ("PGPASSWORD", password)));
    let output = command.stdin(Stdio::null()).output().expect("the program runs");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn a_database_is_reached_by_tls_with_a_password_that_stands_elsewhere_and_no_other_one_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = Database::start(folder.path());
    let verified = |file: &str| database.url(&format!("sslmode=verify-full&sslrootcert={file}"));
    let right = verified(&database.authority);
    let plain = database.url("sslmode=disable");
    let elsewhere = right.replace(&database.address, &database.alias);
    for (url, password, expected) in [
        (&right, Some("a guess"), "password authentication failed"),
        (&right, None, "password"),
        (&verified(&database.stranger), Some(PASSWORD), "certificate"),
        (&elsewhere, Some(PASSWORD), "certificate"),
        (&plain, Some(PASSWORD), "no encryption"),
    ] {
        let (code, said) = carry(url, password);
        assert_eq!(code, Some(1), "{url}: {said}");
        assert!(said.contains(expected), "{url}: {said}");
        assert!(!said.contains(PASSWORD), "{said}");
    }
    let (code, said) = carry(&right, Some(PASSWORD));
    assert_eq!(code, Some(0), "{said}");
    let file = folder.path().join("password");
    fs::write(&file, format!("{PASSWORD}\n")).expect("a file");
    let file = file.to_str().expect("text");
    let mut game = None;
    for url in [&right, &database.url("sslmode=require")] {
        let data = tempfile::tempdir().expect("a folder");
        let server =
            Server::start(data.path(), &["--database", url, "--database-password-file", file]);
        let (token, id) = game.get_or_insert_with(|| server.play_a_little());
        assert_eq!(server.moves(token, id), json!(["d4"]));
        let sql = "SELECT count(*) > 0 AND bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'quintet'";
        assert_eq!(ask(&database.server.url("games"), sql), "t");
    }
}
