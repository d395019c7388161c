//! A writer on a disk that is full, which `SQLite` plays: its file may have only so many pages.

use quintet_rooms::{Guest, GuestId, Time};
use sqlx::AssertSqlSafe;
use tokio::sync::oneshot;

use super::super::folder;
use super::*;
use crate::batch;
use crate::people::Change;

struct Disk {
    writer: Writer,
    _folder: tempfile::TempDir,
}

impl Disk {
    async fn new() -> Disk {
        let kept = tempfile::tempdir().unwrap();
        let lock = Arc::new(folder::lock(kept.path()).await.unwrap());
        let options = folder::writing(&folder::file(kept.path()));
        let mut connection = options.connect().await.unwrap();
        folder::migrate(&mut connection, kept.path()).await.unwrap();
        let writer = Writer::new(options, connection, Arc::default(), Arc::default(), lock);
        Disk { writer, _folder: kept }
    }

    fn connection(&mut self) -> &mut SqliteConnection {
        self.writer.connection.as_mut().expect("a full disk does not cost the connection")
    }

    async fn limit_pages(&mut self, pages: u32) {
        let sql = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
        sqlx::query(sql).execute(self.connection()).await.unwrap();
    }

    /// Writes in one commit, and gives what each is answered.
    async fn write<const N: usize>(&mut self, works: [Work; N]) -> [Result<u64, StoreError>; N] {
        let channels = works.map(|work| (work, oneshot::channel()));
        let mut answers = Vec::new();
        let mut jobs = Vec::new();
        for (work, (reply, answer)) in channels {
            jobs.push(Job::new(work, reply));
            answers.push(answer);
        }
        batch::write(&mut self.writer, jobs).await;
        let mut answers = answers.into_iter();
        std::array::from_fn(|_| answers.next().unwrap().try_recv().expect("an answer"))
    }

    async fn guests(&mut self) -> usize {
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM guests")
            .fetch_one(self.connection())
            .await
            .unwrap();
        count as usize
    }
}

/// Somebody whose name takes a page.
fn big(number: usize) -> Work {
    let id = GuestId(number.to_string());
    let guest = Guest { id, name: "x".repeat(4_000) };
    Work::People(vec![Change::AddGuest { guest, now: Time(1) }])
}

#[tokio::test]
async fn a_full_disk_refuses_and_recovers_by_itself() {
    let mut disk = Disk::new().await;
    disk.limit_pages(40).await;
    let mut acknowledged = 0;
    let error = loop {
        let [answer] = disk.write([big(acknowledged)]).await;
        match answer {
            Ok(_) => acknowledged += 1,
            Err(error) => break error,
        }
        assert!(acknowledged < 100, "the disk is never full");
    };
    assert!(matches!(error, StoreError::Unavailable { .. }), "{error}");
    assert!(error.to_string().contains("full"), "{error}");
    assert_eq!(disk.guests().await, acknowledged);
    // Nobody restarts anything: there is room again, and the same can be stored.
    disk.limit_pages(1_000).await;
    assert_eq!(disk.write([big(acknowledged)]).await, [Ok(1)]);
    assert_eq!(disk.guests().await, acknowledged + 1);
}

#[tokio::test]
async fn on_a_full_disk_each_of_those_that_share_a_commit_is_judged_alone() {
    let mut disk = Disk::new().await;
    // It cannot have fewer pages than it has.
    disk.limit_pages(1).await;
    let [large, alive] = disk.write([big(0), Work::Check]).await;
    assert!(large.is_err());
    assert_eq!(alive, Ok(1));
    assert_eq!(disk.guests().await, 0);
}
