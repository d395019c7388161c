//! The page's files, which are part of the program.
//!
//! All of them lie under one address that names their content, `/assets/HASH/…`, so that browsers may keep them for ever and never mix
//! files of two versions. Only the shell, `index.html`, is asked for again: it names the hash.

mod modules;
mod plain;
mod slim;
mod styles;

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::sync::OnceLock;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use quintet_catalog::Catalog;
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

use crate::security::headers::KEPT_FOR_EVER;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig*.json"]
#[exclude = "*.d.ts"]
#[exclude = "*.md"]
#[exclude = ".*"]
// The module is taken along packed, a third of its size.
#[exclude = "*.wasm"]
struct Web;

/// A file as it is sent.
#[derive(Clone, Debug)]
struct File {
    kind: &'static str,
    plain: Bytes,
    /// Whether it becomes much smaller when it is packed.
    shrinks: bool,
    /// Packed when it is first asked for.
    zipped: OnceLock<Option<Bytes>>,
    tag: HeaderValue,
}

/// All files, ready to be sent.
#[derive(Debug)]
pub struct Assets {
    hash: String,
    files: HashMap<String, File>,
    shell: File,
    /// The shell with the rules of a game, by its id.
    rules: HashMap<&'static str, File>,
    api_page: File,
    /// What lies at the root of the server, by its name.
    root: HashMap<&'static str, File>,
}

/// The module that answers the page's questions in the page, and what it is loaded by: both are there, or the page is told of none.
const MODULE: [&str; 2] = ["wasm/quintet_bg.wasm", "wasm/quintet.js"];

/// What browsers look for at the root: the service worker, which may only rule over what lies beside or below it, and the manifest.
const AT_THE_ROOT: [&str; 2] = ["service-worker.js", "manifest.webmanifest"];

/// What is shown when the program was built without the page.
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><title>Quintet</title><p>This server was built without its page. \
                       The interface for programs is at <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

impl Assets {
    /// Reads and packs the embedded files. The shell carries the catalog as JSON, so that a page can be drawn as soon as its modules are
    /// there; with the rules of a game it can be read where no scripts run.
    pub fn load(catalog: Catalog, catalog_json: &str) -> Assets {
        let names: Vec<String> = Web::iter().map(std::borrow::Cow::into_owned).collect();
        let files = names.into_iter().filter_map(|name| {
            let content = Web::get(&name)?.data;
            match name.strip_suffix(".gz") {
                Some(unpacked) => Some((unpacked.to_owned(), unzip(&content)?)),
                None => Some((name.clone(), slim::slim(&name, &content))),
            }
        });
        Assets::new(files, catalog, catalog_json)
    }

    fn new(
        files: impl Iterator<Item = (String, Vec<u8>)>,
        catalog: Catalog,
        catalog_json: &str,
    ) -> Assets {
        let mut sources: Vec<(String, Vec<u8>)> = files.collect();
        sources.sort();
        let mut hasher = Sha256::new();
        for (name, content) in &sources {
            hasher.update((name.len() as u64).to_le_bytes());
            hasher.update(name);
            hasher.update((content.len() as u64).to_le_bytes());
            hasher.update(content);
        }
        let hash: String = hex(&hasher.finalize()[..8]);
        let page = |page: &str, sheet: &str| {
            let found = sources.iter().find(|(known, _)| known == page);
            let text = found.map_or(NO_PAGE.into(), |(_, text)| String::from_utf8_lossy(text));
            let (text, style) = styles::together(&text, sheet, &sources);
            let text = fill(&text, &hash, &sources).replace("{{catalog}}", catalog_json);
            (text, (sheet.to_owned(), File::new(sheet, style)))
        };
        let html = |text: String| File::new("index.html", text.into_bytes());
        let (shell, style) = page("index.html", "index.css");
        let (api_page, api_style) = page("api.html", "api.css");
        let with = |plain: &str, rest: &str| {
            let rest = rest.replace("{{assets}}", &format!("/assets/{hash}"));
            html(shell.replace("{{rest}}", &rest).replace("{{plain}}", plain))
        };
        let games = catalog.games().iter();
        let link = styles::rest_link();
        let rules = games.map(|game| (game.info().id, with(&plain::rules(catalog, *game), &link)));
        // What is sent as a part of these is not sent by itself.
        let is_part = |name: &str| {
            [".html", ".css"].iter().any(|ending| name.ends_with(ending))
                || AT_THE_ROOT.contains(&name)
        };
        let others = sources.iter().filter(|(name, _)| !is_part(name));
        let others = others.map(|(name, content)| (name.clone(), File::new(name, content.clone())));
        let rest = (styles::REST.to_owned(), File::new(styles::REST, styles::rest(&sources)));
        let files = others.chain([style, api_style, rest]).collect();
        let (rules, shell) = (rules.collect(), with(&plain::without_scripts(catalog), ""));
        let files: HashMap<String, File> = files;
        let root = at_the_root(&sources, &files, &hash, catalog);
        Assets { files, shell, rules, api_page: html(api_page), root, hash }
    }

    /// The folder under which the files lie.
    pub fn folder(&self) -> String {
        format!("/assets/{}", self.hash)
    }

    /// What this version of the page is called.
    pub fn version(&self) -> &str {
        &self.hash
    }

    /// The shell of the page. Every page path gets it; one that is unknown with 404.
    pub fn shell(&self, status: StatusCode, request: &HeaderMap) -> Response {
        self.shell.answer(status, "no-cache", request)
    }

    /// The shell of the page with the rules of a game, if there is that game.
    pub fn rules(&self, game: &str, request: &HeaderMap) -> Option<Response> {
        Some(self.rules.get(game)?.answer(StatusCode::OK, "no-cache", request))
    }

    /// The page that describes the API.
    pub fn api_page(&self, request: &HeaderMap) -> Response {
        self.api_page.answer(StatusCode::OK, "no-cache", request)
    }

    /// The icon that browsers ask for by themselves.
    pub fn icon(&self, request: &HeaderMap) -> Option<Response> {
        let icon = self.files.get("favicon.ico").or_else(|| self.files.get("icon.svg"))?;
        Some(icon.answer(StatusCode::OK, "public, max-age=86400", request))
    }

    /// What lies at the root under a name, such as the service worker. Browsers ask for it again to see whether it has changed.
    pub fn at_the_root(&self, name: &str, request: &HeaderMap) -> Option<Response> {
        Some(self.root.get(name)?.answer(StatusCode::OK, "no-cache", request))
    }

    /// A file by the hash and path that its address names.
    pub fn file(&self, hash: &str, path: &str, request: &HeaderMap) -> Option<Response> {
        let file = self.files.get(path).filter(|_| hash == self.hash)?;
        Some(file.answer(StatusCode::OK, KEPT_FOR_EVER, request))
    }
}

impl File {
    fn new(name: &str, content: Vec<u8>) -> File {
        let tag = format!("\"{}\"", hex(&Sha256::digest(&content)[..12]));
        let tag = HeaderValue::from_str(&tag).expect("hexadecimal");
        let (kind, shrinks) = kind(name);
        File { kind, plain: content.into(), shrinks, zipped: OnceLock::new(), tag }
    }

    fn zipped(&self) -> Option<&Bytes> {
        let pack = || {
            let zipped = self.shrinks.then(|| Bytes::from(zip(&self.plain, Compression::best())));
            zipped.filter(|zipped| zipped.len() < self.plain.len())
        };
        self.zipped.get_or_init(pack).as_ref()
    }

    fn answer(&self, status: StatusCode, cache: &'static str, request: &HeaderMap) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        if cache != KEPT_FOR_EVER {
            headers.insert(header::ETAG, self.tag.clone());
        }
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if status == StatusCode::OK && has_word(request, header::IF_NONE_MATCH, &self.tag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let reads_it = takes_gzip(request);
        match reads_it.then(|| self.zipped()).flatten() {
            Some(zipped) => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                (status, headers, zipped.clone()).into_response()
            }
            None => (status, headers, self.plain.clone()).into_response(),
        }
    }
}

/// Whether whoever asks can unpack gzip.
pub(crate) fn takes_gzip(request: &HeaderMap) -> bool {
    has_word(request, header::ACCEPT_ENCODING, &HeaderValue::from_static("gzip"))
}

/// Whether a header that is a list has that word in it.
fn has_word(request: &HeaderMap, name: header::HeaderName, word: &HeaderValue) -> bool {
    let Ok(word) = word.to_str() else { return false };
    let lines = request.get_all(name).iter().filter_map(|line| line.to_str().ok());
    let mut words = lines.flat_map(|line| line.split(','));
    words.any(|found| {
        let (found, quality) = found.split_once(';').unwrap_or((found, ""));
        let found = found.trim().trim_start_matches("W/");
        found == word && !matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

fn fill(template: &str, hash: &str, files: &[(String, Vec<u8>)]) -> String {
    let preload = modules::reachable(template, files);
    let links = preload
        .iter()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"/assets/{hash}/{name}\">"));
    let is_there = |part: &str| files.iter().any(|(name, _)| name == part);
    let loader = MODULE[1];
    let module = if MODULE.into_iter().all(is_there) {
        format!("/assets/{hash}/{loader}")
    } else {
        String::new()
    };
    template
        .replace("{{modulepreload}}", &links.collect::<Vec<_>>().join("\n"))
        .replace("{{module}}", &module)
        .replace("{{assets}}", &format!("/assets/{hash}"))
}

/// The files at the root: they name the folder of this version of the page, all files that lie there, and the games.
fn at_the_root(
    sources: &[(String, Vec<u8>)],
    files: &HashMap<String, File>,
    hash: &str,
    catalog: Catalog,
) -> HashMap<&'static str, File> {
    let games: Vec<&str> = catalog.games().iter().map(|game| game.info().id).collect();
    let mut names: Vec<&str> = files.keys().map(String::as_str).collect();
    names.sort_unstable();
    let content = |name: &str| sources.iter().find(|(known, _)| known == name);
    let filled = AT_THE_ROOT.into_iter().filter_map(|name| {
        let text = String::from_utf8_lossy(&content(name)?.1).into_owned();
        let text = text.replace("{{files}}", &names.join(" "));
        let text = text.replace("{{games}}", &games.join(" "));
        let text = text.replace("{{assets}}", &format!("/assets/{hash}"));
        Some((name, File::new(name, text.into_bytes())))
    });
    filled.collect()
}

/// Packs something, `level` saying whether small or soon.
pub(crate) fn zip(content: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    // Writing to memory cannot fail.
    let _ = encoder.write_all(content);
    encoder.finish().unwrap_or_default()
}

/// Unpacks what the program holds packed, if it is whole.
fn unzip(packed: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut content).ok()?;
    Some(content)
}

/// The media type of a file, and whether it shrinks when it is packed.
fn kind(name: &str) -> (&'static str, bool) {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => ("text/html; charset=utf-8", true),
        "js" | "mjs" => ("text/javascript; charset=utf-8", true),
        "css" => ("text/css; charset=utf-8", true),
        "json" => ("application/json", true),
        "webmanifest" => ("application/manifest+json", true),
        "wasm" => ("application/wasm", true),
        "svg" => ("image/svg+xml; charset=utf-8", true),
        "txt" => ("text/plain; charset=utf-8", true),
        "png" => ("image/png", false),
        "webp" => ("image/webp", false),
        "jpg" | "jpeg" => ("image/jpeg", false),
        "ico" => ("image/x-icon", false),
        "woff2" => ("font/woff2", false),
        "mp3" => ("audio/mpeg", false),
        "ogg" => ("audio/ogg", false),
        "wav" => ("audio/wav", false),
        _ => ("application/octet-stream", false),
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets() -> Assets {
        let files = [
            (
                "index.html",
                "<head>{{rest}}{{modulepreload}}{{catalog}}<i>{{module}}</i><script type=\"module\" src=\"{{assets}}/main.js\"></script>{{plain}}",
            ),
            ("main.js", "import './lib/a.js';\n".repeat(40).leak() as &str),
            ("lib/a.js", "export const a = 1;"),
            ("picture.png", "not a picture"),
            ("service-worker.js", "const [folder, files] = ['{{assets}}', '{{files}}'];"),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        Assets::new(files.into_iter(), quintet_catalog::standard(), "[\"the games\"]")
    }

    #[test]
    fn the_shell_names_the_hash_and_its_modules() {
        let assets = assets();
        let shell = String::from_utf8(assets.shell.plain.to_vec()).unwrap();
        let folder = assets.folder();
        assert!(shell.contains(&format!("src=\"{folder}/main.js\"")), "{shell}");
        assert!(
            shell.contains(&format!("<link rel=\"modulepreload\" href=\"{folder}/lib/a.js\">")),
            "{shell}"
        );
        assert!(shell.contains("[\"the games\"]") && !shell.contains("{{"), "{shell}");
    }

    #[test]
    fn rules_are_read_without_scripts() {
        let assets = assets();
        let shell = |file: &File| String::from_utf8(file.plain.to_vec()).unwrap();
        assert!(!assets.rules.is_empty());
        for rules in assets.rules.values() {
            assert!(shell(rules).contains("<main id=\"plain\""), "{}", shell(rules));
            let sheet = format!("href=\"{}/rest.css\"", assets.folder());
            assert!(shell(rules).contains(&sheet), "{}", shell(rules));
        }
        assert!(shell(&assets.shell).contains("JavaScript, which is switched off"));
        assert!(assets.rules("chess", &HeaderMap::new()).is_none());
    }

    #[test]
    fn files_are_zipped_for_those_who_can_read_it_and_kept_for_ever() {
        let assets = assets();
        let mut request = HeaderMap::new();
        let plain = assets.file(&assets.hash, "main.js", &request).unwrap();
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(plain.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
        request.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip;q=0.8"));
        let zipped = assets.file(&assets.hash, "main.js", &request).unwrap();
        assert_eq!(zipped.headers()[header::CONTENT_ENCODING], "gzip");
        request.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip;q=0"));
        let plain = assets.file(&assets.hash, "main.js", &request).unwrap();
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
    }

    #[test]
    fn the_service_worker_lies_at_the_root_and_names_all_files_of_this_version() {
        let assets = assets();
        let text = String::from_utf8(assets.root["service-worker.js"].plain.to_vec()).unwrap();
        let files = "api.css index.css lib/a.js main.js picture.png rest.css";
        assert_eq!(text, format!("const [folder, files] = ['{}', '{files}'];", assets.folder()));
        assert!(assets.file(&assets.hash, "service-worker.js", &HeaderMap::new()).is_none());
        assert!(assets.at_the_root("main.js", &HeaderMap::new()).is_none());
    }

    #[test]
    fn the_shell_names_the_module_where_there_is_one() {
        let shell = |assets: &Assets| String::from_utf8(assets.shell.plain.to_vec()).unwrap();
        assert!(shell(&assets()).contains("<i></i>"));
        let page = ("index.html".to_owned(), b"<i>{{module}}</i>".to_vec());
        let [module, loader] = MODULE.map(|name| (name.to_owned(), b"export {};".to_vec()));
        let files = [page.clone(), module, loader.clone()];
        let assets = Assets::new(files.into_iter(), quintet_catalog::standard(), "");
        assert_eq!(shell(&assets), format!("<i>{}/{}</i>", assets.folder(), MODULE[1]));
        let half = Assets::new([page, loader].into_iter(), quintet_catalog::standard(), "");
        assert_eq!(shell(&half), "<i></i>");
    }

    #[test]
    fn what_is_taken_along_packed_is_unpacked_unless_it_was_cut_off() {
        let packed = zip(b"a module", Compression::best());
        assert_eq!(unzip(&packed).unwrap(), b"a module");
        assert!(unzip(&packed[..packed.len() - 4]).is_none());
    }

    #[test]
    fn other_hashes_and_names_are_not_found() {
        let assets = assets();
        let request = HeaderMap::new();
        assert!(assets.file("0123456789abcdef", "main.js", &request).is_none());
        assert!(assets.file(&assets.hash, "../Cargo.toml", &request).is_none());
        assert!(assets.file(&assets.hash, "index.html", &request).is_none());
    }

    #[test]
    fn a_shell_that_is_known_is_not_sent_again() {
        let assets = assets();
        let mut request = HeaderMap::new();
        request.insert(header::IF_NONE_MATCH, assets.shell.tag.clone());
        assert_eq!(assets.shell(StatusCode::OK, &request).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(assets.shell(StatusCode::NOT_FOUND, &request).status(), StatusCode::NOT_FOUND);
    }

    #[test]
    fn tests_and_tools_of_the_page_are_not_part_of_the_program() {
        for name in Web::iter() {
            let tool = name.starts_with("tests/") || name.starts_with("node_modules/");
            assert!(
                !tool && !name.ends_with("package.json") && !name.ends_with("tsconfig.json"),
                "{name}"
            );
        }
    }
}
