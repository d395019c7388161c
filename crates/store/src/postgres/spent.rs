//! What was spent of budgets, told in a table: each node writes rows under numbers of its own, which grow, and reads what the others have written
//! behind the last number that it has read of each. Nothing is lost on the way, and nothing is heard twice.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, Row as _};

use super::PostgresStore;
use super::rows::text;
use crate::cluster::Cost;
use crate::contract::StoreError;

/// How many rows of a node are kept: those of a few seconds. Who asks later was away, and accounts have filled up again meanwhile.
const KEPT: i64 = 10;

/// What was told and heard so far.
#[derive(Default)]
pub(super) struct Told {
    /// Our last number.
    number: i64,
    /// The last number of each other node; nothing before the first look, which only notes where they are: what was spent before we came does
    /// not concern us.
    heard: Option<HashMap<i64, i64>>,
}

impl PostgresStore {
    /// Writes what was spent here, and reads what was spent elsewhere.
    pub(super) async fn exchange_spent(&self, ours: Vec<Cost>) -> Result<Vec<Cost>, StoreError> {
        let mut told = self.told.lock().await;
        // Whether or not an answer comes: a number is used once.
        told.number += 1;
        let (accounts, costs): (Vec<String>, Vec<i64>) =
            ours.iter().map(|(account, cost)| (text(account), i64::from(*cost))).unzip();
        let (nodes, numbers): (Vec<i64>, Vec<i64>) = told.heard.iter().flatten().unzip();
        let sql = format!(
            "WITH told AS (INSERT INTO spent SELECT $1::bigint, $2::bigint, $3::text[], $4::bigint[] WHERE cardinality($3::text[]) > 0), \
             forgotten AS (DELETE FROM spent WHERE node = $1 AND number <= $2 - {KEPT}) \
             SELECT spent.* FROM spent LEFT JOIN unnest($5::bigint[], $6::bigint[]) AS heard (node, number) ON heard.node = spent.node \
             WHERE spent.node <> $1 AND spent.number > coalesce(heard.number, 0)"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(self.me()).bind(told.number);
        let query = query.bind(accounts).bind(costs).bind(nodes).bind(numbers);
        let found = self.ask(query.fetch_all(&self.readers)).await?;
        let is_first = told.heard.is_none();
        let heard = told.heard.get_or_insert_default();
        let mut theirs = Vec::new();
        for row in found {
            let (node, number): (i64, i64) = (row.get("node"), row.get("number"));
            let last = heard.entry(node).or_default();
            *last = number.max(*last);
            if !is_first {
                let costs: Vec<i64> = row.get("costs");
                let costs = costs.into_iter().map(|cost| u32::try_from(cost).unwrap_or(u32::MAX));
                theirs.extend(row.get::<Vec<String>, _>("accounts").into_iter().zip(costs));
            }
        }
        Ok(theirs)
    }
}
