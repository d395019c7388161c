//! The style sheets of a page as one file. They are written apart, by what they are for; but a browser spends more time on asking for
//! a file than on reading it, and shows nothing before it has them all.

const BEFORE: &str = "<link rel=\"stylesheet\" href=\"{{assets}}/";
const AFTER: &str = "\">";

/// What all pages but the first need, as one sheet of its own: a first visit does without. Where it is wanted, `web/lib/look.js` asks for it.
pub(super) const REST: &str = "rest.css";
const REST_OF: [&str; 9] = [
    "style/pages.css",
    "style/side.css",
    "style/table.css",
    "style/workbench.css",
    "style/layout.css",
    "style/questions.css",
    "style/lying.css",
    "style/desk.css",
    "style/learn.css",
];

/// That sheet.
pub(super) fn rest(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let found = REST_OF.iter().filter_map(|name| files.iter().find(|(known, _)| known == name));
    found.flat_map(|(_, content)| content.iter().copied()).collect()
}

/// How a page names it that cannot wait for scripts.
pub(super) fn rest_link() -> String {
    format!("{BEFORE}{REST}{AFTER}")
}

/// The page with one style sheet of that name instead of those that it names, and this sheet.
pub(super) fn together(page: &str, name: &str, files: &[(String, Vec<u8>)]) -> (String, Vec<u8>) {
    let mut sheet = Vec::new();
    let mut lines = Vec::new();
    for line in page.lines() {
        let named = line.strip_prefix(BEFORE).and_then(|rest| rest.strip_suffix(AFTER));
        let found = named.and_then(|named| files.iter().find(|(known, _)| known == named));
        match found {
            Some((_, content)) => {
                if sheet.is_empty() {
                    lines.push(format!("{BEFORE}{name}{AFTER}"));
                }
                sheet.extend_from_slice(content);
            }
            None => lines.push(line.to_owned()),
        }
    }
    (lines.join("\n"), sheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_has_its_order_too() {
        let files =
            [("style/layout.css", "l {}\n"), ("style/pages.css", "p {}\n"), ("x.css", "x {}")];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        assert_eq!(rest(&files), b"p {}\nl {}\n");
    }

    #[test]
    fn sheets_come_in_their_order_where_the_first_stood() {
        let page = "<head>\n\
                    <link rel=\"stylesheet\" href=\"{{assets}}/style/b.css\">\n\
                    <link rel=\"stylesheet\" href=\"{{assets}}/style/a.css\">\n\
                    <link rel=\"stylesheet\" href=\"{{assets}}/style/none.css\">\n\
                    </head>";
        let files =
            [("style/a.css", "a {}\n"), ("style/b.css", "b {}\n"), ("style/c.css", "c {}\n")];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let (page, sheet) = together(page, "page.css", &files);
        assert_eq!(sheet, b"b {}\na {}\n");
        assert_eq!(
            page,
            "<head>\n\
             <link rel=\"stylesheet\" href=\"{{assets}}/page.css\">\n\
             <link rel=\"stylesheet\" href=\"{{assets}}/style/none.css\">\n\
             </head>"
        );
    }
}
