//! The page's files, which are part of the program.
//!
//! All of them lie under one address that names their content, `/assets/HASH/…`, so that browsers may keep them for ever and never mix
//! files of two versions. Only the shell, `index.html`, is asked for again: it names the hash.

mod modules;
mod slim;
mod styles;

use std::collections::HashMap;
use std::io::Write as _;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
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
struct Web;

/// A file as it is sent.
#[derive(Clone, Debug)]
struct File {
    kind: &'static str,
    plain: Bytes,
    /// Present where it is much smaller.
    zipped: Option<Bytes>,
    tag: HeaderValue,
}

/// All files, ready to be sent.
#[derive(Debug)]
pub struct Assets {
    hash: String,
    files: HashMap<String, File>,
    shell: File,
    api_page: File,
}

/// What is shown when the program was built without the page.
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><title>Quintet</title><p>This server was built without its page. \
                       The interface for programs is at <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>";

impl Assets {
    /// Reads and packs the embedded files. The shell carries the catalog, so that a page can be drawn as soon as its modules are there.
    pub fn load(catalog: &str) -> Assets {
        let names: Vec<String> = Web::iter().map(std::borrow::Cow::into_owned).collect();
        let files = names.into_iter().filter_map(|name| {
            let content = Web::get(&name)?.data;
            let content = slim::slim(&name, &content);
            Some((name, content))
        });
        Assets::new(files, catalog)
    }

    fn new(files: impl Iterator<Item = (String, Vec<u8>)>, catalog: &str) -> Assets {
        let mut files: Vec<(String, Vec<u8>)> = files.collect();
        files.sort();
        let mut hasher = Sha256::new();
        for (name, content) in &files {
            hasher.update((name.len() as u64).to_le_bytes());
            hasher.update(name);
            hasher.update((content.len() as u64).to_le_bytes());
            hasher.update(content);
        }
        let hash: String = hex(&hasher.finalize()[..8]);
        let page = |page: &str, sheet: &str| {
            let found = files.iter().find(|(known, _)| known == page);
            let text = found.map_or(NO_PAGE.into(), |(_, text)| String::from_utf8_lossy(text));
            let (text, style) = styles::together(&text, sheet, &files);
            let text = fill(&text, &hash, &files).replace("{{catalog}}", catalog);
            (File::new(page, text.into_bytes()), (sheet.to_owned(), File::new(sheet, style)))
        };
        let (shell, style) = page("index.html", "index.css");
        let (api_page, api_style) = page("api.html", "api.css");
        // What is sent as a part of these is not sent by itself.
        let is_part = |name: &str| [".html", ".css"].iter().any(|ending| name.ends_with(ending));
        let others = files.iter().filter(|(name, _)| !is_part(name));
        let others = others.map(|(name, content)| (name.clone(), File::new(name, content.clone())));
        Assets { files: others.chain([style, api_style]).collect(), shell, api_page, hash }
    }

    /// The folder under which the files lie.
    pub fn folder(&self) -> String {
        format!("/assets/{}", self.hash)
    }

    /// The shell of the page. Every page path gets it; one that is unknown with 404.
    pub fn shell(&self, status: StatusCode, request: &HeaderMap) -> Response {
        self.shell.answer(status, "no-cache", request)
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
        let (kind, is_text) = kind(name);
        let zipped = is_text.then(|| zip(&content)).filter(|zipped| zipped.len() < content.len());
        File { kind, plain: content.into(), zipped: zipped.map(Bytes::from), tag }
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
        let gzip = HeaderValue::from_static("gzip");
        match &self.zipped {
            Some(zipped) if has_word(request, header::ACCEPT_ENCODING, &gzip) => {
                headers.insert(header::CONTENT_ENCODING, gzip);
                (status, headers, zipped.clone()).into_response()
            }
            _ => (status, headers, self.plain.clone()).into_response(),
        }
    }
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
    template
        .replace("{{modulepreload}}", &links.collect::<Vec<_>>().join("\n"))
        .replace("{{assets}}", &format!("/assets/{hash}"))
}

fn zip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(content);
    encoder.finish().unwrap_or_default()
}

/// The media type of a file, and whether it is text.
fn kind(name: &str) -> (&'static str, bool) {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => ("text/html; charset=utf-8", true),
        "js" | "mjs" => ("text/javascript; charset=utf-8", true),
        "css" => ("text/css; charset=utf-8", true),
        "json" | "webmanifest" => ("application/json", true),
        "svg" => ("image/svg+xml", true),
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
                "<head>{{modulepreload}}{{catalog}}<script type=\"module\" src=\"{{assets}}/main.js\"></script>",
            ),
            ("main.js", "import './lib/a.js';\n".repeat(40).leak() as &str),
            ("lib/a.js", "export const a = 1;"),
            ("picture.png", "not a picture"),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        Assets::new(files.into_iter(), "[\"the games\"]")
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
