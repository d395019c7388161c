//! Which of the other nodes has which version of the page.

use std::time::{Duration, Instant};

use quintet_store::Cluster;
use tokio::sync::Mutex;

/// For how long it is believed which node has which version.
const BELIEVED: Duration = Duration::from_secs(1);
/// How many nodes are asked for a file.
const MOST_ASKED: usize = 3;
/// A node, and which version of the page it has, if it says so.
type Node = (String, Option<String>);

/// Which other node has which version of the page.
#[derive(Default)]
pub struct Versions(Mutex<Option<(Instant, Vec<Node>)>>);

impl Versions {
    /// The nodes that may have a version: those that say so, and those that say nothing. Nobody makes us ask more than once a second.
    pub async fn holders(&self, cluster: &dyn Cluster, hash: &str) -> Vec<String> {
        let mut known = self.0.lock().await;
        if known.as_ref().is_none_or(|(since, _)| since.elapsed() > BELIEVED) {
            let nodes = cluster.pages().await.unwrap_or_default();
            *known = Some((Instant::now(), nodes));
        }
        let nodes = known.iter().flat_map(|(_, nodes)| nodes);
        let may_have = |page: &Option<String>| page.as_deref().is_none_or(|page| page == hash);
        let holders = nodes.filter(|(_, page)| may_have(page)).map(|(address, _)| address.clone());
        holders.take(MOST_ASKED).collect()
    }
}
