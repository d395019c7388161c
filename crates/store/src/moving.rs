//! A server's games carried from one store to another: from a folder into a database, or back. All or nothing is written, and afterwards both
//! are read and compared.

use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, ColumnIndex, ConnectOptions as _, Database, Decode, Row, Type};

use crate::contract::StoreError;
use crate::{postgres, sqlite};

/// What a column holds.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Number,
    Bytes,
}
use Kind::{Bytes, Number, Text};

/// A table that every database of ours has, with its columns; the first so many are its key.
struct Table {
    name: &'static str,
    key: usize,
    columns: &'static [(&'static str, Kind)],
}

const KEYS: &[(&str, Kind)] = &[
    ("id", Text),
    ("guest", Text),
    ("label", Text),
    ("hash", Bytes),
    ("previous", Bytes),
    ("created", Number),
    ("seen", Number),
    ("rotated", Number),
    ("revoked", Number),
];

/// In an order in which none refers to one that comes later, and a log's packed beginning comes before the rest of it.
const TABLES: [Table; 8] = [
    Table {
        name: "games",
        key: 1,
        columns: &[
            ("id", Text),
            ("game", Text),
            ("variant", Text),
            ("status", Text),
            ("owner", Text),
            ("seats", Text),
            ("ply", Number),
            ("result", Text),
            ("clock", Text),
            ("listed", Number),
            ("created", Number),
            ("updated", Number),
            ("op", Text),
            ("idle_since", Number),
            ("version", Number),
            ("packed", Number),
        ],
    },
    Table {
        name: "packs",
        key: 1,
        columns: &[("game", Text), ("version", Number), ("body", Bytes)],
    },
    Table {
        name: "events",
        key: 2,
        columns: &[("game", Text), ("version", Number), ("format", Number), ("body", Text)],
    },
    Table {
        name: "people",
        key: 3,
        columns: &[("guest", Text), ("created", Number), ("game", Text)],
    },
    Table {
        name: "guests",
        key: 1,
        columns: &[("id", Text), ("name", Text), ("created", Number), ("seen", Number)],
    },
    Table { name: "sessions", key: 1, columns: KEYS },
    Table { name: "tokens", key: 1, columns: KEYS },
    Table { name: "signs", key: 1, columns: &[("name", Text), ("value", Number)] },
];

/// So many rows are written at once.
const AT_ONCE: usize = 1_000;
/// How many cells are written by one statement: fewer than either database takes.
const MOST_CELLS: usize = 10_000;

/// Where games are or go: a folder, or a database by its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// A folder with a file.
    Folder(&'a Path),
    /// A database, with its password if that stands elsewhere.
    Database(&'a str, Option<&'a str>),
}

/// What was carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// How many rows of which table.
    pub rows: Vec<(&'static str, u64)>,
    /// The hash of all of them, the same on both sides.
    pub hash: String,
}

/// Carries everything from one place to another, which must be empty. Nobody may be using either.
pub async fn move_data(from: Place<'_>, to: Place<'_>) -> Result<Moved, StoreError> {
    let mut source = End::open(&from).await?;
    let mut target = End::open(&to).await?;
    for table in &TABLES {
        if target.sum(table).await?.count > 0 {
            let (name, place) = (table.name, target.place());
            return Err(wrong(&format!("expected an empty {place}: there are {name} in it")));
        }
    }
    target.run("BEGIN").await?;
    for table in &TABLES {
        let mut rows = Vec::new();
        let mut after = None;
        loop {
            source.read(table, after.take(), &mut rows).await?;
            let Some(last) = rows.last() else { break };
            after = Some(last[..table.key].to_vec());
            target.write(table, std::mem::take(&mut rows)).await?;
        }
    }
    target.run("COMMIT").await?;
    compare(&mut source, &mut target).await
}

async fn compare(source: &mut End, target: &mut End) -> Result<Moved, StoreError> {
    let mut all = Sha256::new();
    let mut rows = Vec::new();
    for table in &TABLES {
        let (here, there) = (source.sum(table).await?, target.sum(table).await?);
        if here != there {
            return Err(StoreError::Damaged {
                detail: format!(
                    "the {} differ after the move: {} rows became {}; use neither before you know why",
                    table.name, here.count, there.count
                ),
            });
        }
        all.update(here.hash);
        rows.push((table.name, here.count));
    }
    let mut hash = String::new();
    for byte in all.finalize() {
        // Writing to a String cannot fail.
        let _ = write!(hash, "{byte:02x}");
    }
    Ok(Moved { rows, hash })
}

/// What is in a column of a row.
#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Text(Option<String>),
    Number(Option<i64>),
    Bytes(Option<Vec<u8>>),
}

impl Cell {
    fn add_to(&self, hash: &mut Sha256) {
        let bytes = match self {
            Cell::Text(text) => text.as_ref().map(|text| text.as_bytes().to_vec()),
            Cell::Number(number) => number.map(|number| number.to_be_bytes().to_vec()),
            Cell::Bytes(bytes) => bytes.clone(),
        };
        // With their length, so that no two rows look alike.
        let length = bytes.as_ref().map_or(-1, |bytes| bytes.len() as i64);
        hash.update(length.to_be_bytes());
        hash.update(bytes.unwrap_or_default());
    }
}

/// How many rows a table has, and the hash of all of them.
#[derive(Debug, PartialEq, Eq)]
struct Sum {
    count: u64,
    hash: [u8; 32],
}

/// Binds a cell, for whichever database the query is.
macro_rules! bind {
    () => {
        |query, cell| match cell {
            Cell::Text(text) => query.bind(text),
            Cell::Number(number) => query.bind(number),
            Cell::Bytes(bytes) => query.bind(bytes),
        }
    };
}

/// One end of a move.
enum End {
    File {
        connection: SqliteConnection,
        /// Held as long as anything is read or written.
        _lock: File,
    },
    Database(PgConnection),
}

impl End {
    async fn open(place: &Place<'_>) -> Result<End, StoreError> {
        match place {
            Place::Folder(folder) => {
                let lock = sqlite::folder::lock(folder).await?;
                let options = sqlite::folder::writing(&sqlite::folder::file(folder));
                let mut connection = options.connect().await.map_err(|error| wrong(&error))?;
                sqlite::folder::migrate(&mut connection, folder).await?;
                Ok(End::File { connection, _lock: lock })
            }
            Place::Database(url, password) => {
                let options = postgres::connect::options(url, *password)?;
                postgres::connect::migrate(&options).await?;
                let connection = postgres::connect::writing(&options).await;
                let mut connection = connection.map_err(|error| wrong(&error))?;
                let sql = "SELECT count(*) FROM nodes WHERE expires > (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
                let serving: i64 = sqlx::query_scalar(sql)
                    .fetch_one(&mut connection)
                    .await
                    .map_err(|error| wrong(&error))?;
                if serving > 0 {
                    return Err(wrong(&format!(
                        "{serving} servers use the database; stop them first"
                    )));
                }
                Ok(End::Database(connection))
            }
        }
    }

    fn place(&self) -> &'static str {
        match self {
            End::File { .. } => "folder",
            End::Database(_) => "database",
        }
    }

    async fn run(&mut self, sql: &'static str) -> Result<(), StoreError> {
        match self {
            End::File { connection, .. } => sqlx::query(sql).execute(connection).await.map(drop),
            End::Database(connection) => sqlx::query(sql).execute(connection).await.map(drop),
        }
        .map_err(|error| wrong(&error))
    }

    /// The next rows after a key, in the order of their keys.
    async fn read(
        &mut self,
        table: &Table,
        after: Option<Vec<Cell>>,
        rows: &mut Vec<Vec<Cell>>,
    ) -> Result<(), StoreError> {
        let sql = AssertSqlSafe(select(table, after.is_some(), self.mark()));
        let after = after.unwrap_or_default();
        let read = match self {
            End::File { connection, .. } => {
                let query = after.into_iter().fold(sqlx::query(sql), bind!());
                let found = query.fetch_all(connection).await.map_err(|error| wrong(&error))?;
                found.iter().map(|row| cells(table, row)).collect::<Vec<_>>()
            }
            End::Database(connection) => {
                let query = after.into_iter().fold(sqlx::query(sql), bind!());
                let found = query.fetch_all(connection).await.map_err(|error| wrong(&error))?;
                found.iter().map(|row| cells(table, row)).collect::<Vec<_>>()
            }
        };
        rows.extend(read);
        Ok(())
    }

    /// How parameters are marked.
    fn mark(&self) -> char {
        match self {
            End::File { .. } => '?',
            End::Database(_) => '$',
        }
    }

    async fn write(&mut self, table: &Table, rows: Vec<Vec<Cell>>) -> Result<(), StoreError> {
        for rows in rows.chunks(MOST_CELLS / table.columns.len()) {
            let sql = AssertSqlSafe(insert(table, self.mark(), rows.len()));
            let cells = rows.iter().flatten().cloned();
            let written = match self {
                End::File { connection, .. } => {
                    let query = cells.fold(sqlx::query(sql), bind!());
                    query.execute(&mut *connection).await.map(drop)
                }
                End::Database(connection) => {
                    let query = cells.fold(sqlx::query(sql), bind!());
                    query.execute(&mut *connection).await.map(drop)
                }
            };
            written.map_err(|error| wrong(&error))?;
        }
        Ok(())
    }

    async fn sum(&mut self, table: &Table) -> Result<Sum, StoreError> {
        let mut sum = Sum { count: 0, hash: [0; 32] };
        let mut hash = Sha256::new();
        let mut after = None;
        loop {
            let mut rows = Vec::new();
            self.read(table, after.take(), &mut rows).await?;
            let Some(last) = rows.last() else { break };
            after = Some(last[..table.key].to_vec());
            sum.count += rows.len() as u64;
            rows.iter().flatten().for_each(|cell| cell.add_to(&mut hash));
        }
        sum.hash = hash.finalize().into();
        Ok(sum)
    }
}

fn names(columns: &[(&str, Kind)]) -> String {
    columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// Marks of parameters from a number on.
fn marks(from: usize, count: usize, mark: char) -> String {
    (from..from + count).map(|number| format!("{mark}{number}")).collect::<Vec<_>>().join(", ")
}

fn select(table: &Table, goes_on: bool, mark: char) -> String {
    let (columns, key) = (names(table.columns), names(&table.columns[..table.key]));
    let from = if goes_on {
        format!(" WHERE ({key}) > ({})", marks(1, table.key, mark))
    } else {
        String::new()
    };
    format!("SELECT {columns} FROM {}{from} ORDER BY {key} LIMIT {AT_ONCE}", table.name)
}

fn insert(table: &Table, mark: char, rows: usize) -> String {
    let (columns, width) = (names(table.columns), table.columns.len());
    // What only one kind of database has: whose a game is. Nobody has it yet.
    let (more, values) = match (table.name, mark) {
        ("games" | "events", '$') => (", epoch", ", 0"),
        _ => ("", ""),
    };
    let row = |row: usize| format!("({}{values})", marks(1 + row * width, width, mark));
    let rows = (0..rows).map(row).collect::<Vec<_>>().join(", ");
    format!("INSERT INTO {} ({columns}{more}) VALUES {rows}", table.name)
}

fn cells<'r, R: Row>(table: &Table, row: &'r R) -> Vec<Cell>
where
    usize: ColumnIndex<R>,
    R::Database: Database,
    String: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    Vec<u8>: Decode<'r, R::Database> + Type<R::Database>,
{
    let cell = |(at, (_, kind)): (usize, &(&str, Kind))| match kind {
        Text => {
            let text: Option<String> = row.get(at);
            Cell::Text(text.map(|text| postgres::text(&text)))
        }
        Number => Cell::Number(row.get(at)),
        Bytes => Cell::Bytes(row.get(at)),
    };
    table.columns.iter().enumerate().map(cell).collect()
}

fn wrong(problem: &dyn std::fmt::Display) -> StoreError {
    StoreError::Folder(format!("nothing was moved: {problem}"))
}
