//! A client without a terminal: keys go in, screens come out.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use quintet_catalog::{AnyMatch, Catalog, Dice};
use quintet_sitting::{Places, Settings, Setup};
use quintet_tui::{App, Event, Events, Open, Start, Wish};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Modifier;
use tempfile::TempDir;

/// Far more than any engine takes here: only a client that hangs waits so long.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// A column and a line of the screen.
pub type Place = (u16, u16);

/// A client without a terminal.
pub struct Client {
    pub app: App,
    pub events: Events,
    pub folder: TempDir,
    terminal: Terminal<TestBackend>,
    /// The same game beside the client, to choose moves from.
    pub shadow: Option<Box<dyn AnyMatch>>,
    pub now: Instant,
    pub ended: bool,
}

/// Settings under which nothing changes by itself.
pub fn calm() -> Settings {
    let colour = quintet_sitting::settings::Colour::Never;
    Settings { animation: false, evaluation_bar: false, colour, ..Settings::default() }
}

impl Client {
    pub fn open(open: Open, settings: &Settings, ascii: bool, width: u16, height: u16) -> Client {
        let folder = tempfile::tempdir().expect("this works in tests");
        Client::open_in(folder, open, settings, ascii, width, height)
    }

    pub fn open_in(
        folder: TempDir,
        open: Open,
        settings: &Settings,
        ascii: bool,
        width: u16,
        height: u16,
    ) -> Client {
        Client::start(quintet_catalog::standard(), folder, open, settings, ascii, [width, height])
    }

    fn start(
        catalog: Catalog,
        folder: TempDir,
        open: Open,
        settings: &Settings,
        ascii: bool,
        [width, height]: [u16; 2],
    ) -> Client {
        let places = Places::under(folder.path());
        settings.store(&places).expect("this works in tests");
        let events = Events::silent();
        let start = Start {
            catalog,
            open,
            places,
            ascii,
            colour: None,
            terminal: quintet_sitting::terminal::Terminal::of(|_| String::new()),
            seed: Some(7),
        };
        let app = quintet_tui::app(start, &events).expect("this works in tests");
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("this works in tests");
        let now = Instant::now();
        let mut client = Client { app, events, folder, terminal, shadow: None, now, ended: false };
        client.draw();
        client
    }

    pub fn menu(width: u16, height: u16) -> Client {
        Client::open(Open::Menu, &calm(), false, width, height)
    }

    /// The menu of a program that has these games.
    pub fn menu_of(catalog: Catalog, width: u16, height: u16) -> Client {
        let folder = tempfile::tempdir().expect("this works in tests");
        Client::start(catalog, folder, Open::Menu, &calm(), false, [width, height])
    }

    pub fn setup(game: &str, seats: [&str; 2]) -> Setup {
        let seats = seats.map(|seat| seat.parse().expect("this works in tests"));
        Setup { seed: 7, ..Setup::new(game, seats) }
    }

    pub fn play(game: &str, width: u16, height: u16) -> Client {
        Client::play_variant(game, "", width, height)
    }

    /// Two people at a variant; the default one if it is empty.
    pub fn play_variant(game: &str, variant: &str, width: u16, height: u16) -> Client {
        Client::two_people((game, variant), false, width, height)
    }

    pub fn play_ascii(game: &str, width: u16, height: u16) -> Client {
        Client::two_people((game, ""), true, width, height)
    }

    fn two_people((game, variant): (&str, &str), ascii: bool, width: u16, height: u16) -> Client {
        let setup = Client::setup(game, ["human", "human"]);
        let setup = Setup { variant: variant.into(), ..setup };
        let open = Open::Play(Box::new(setup));
        let mut client = Client::open(open, &calm(), ascii, width, height);
        let variant = Some(variant).filter(|variant| !variant.is_empty());
        let chosen = quintet_catalog::standard().choose(game, variant);
        let (game, variant) = chosen.expect("this works in tests");
        client.shadow = Some(game.start(variant));
        client
    }

    /// Types random moves.
    pub fn play_random(&mut self, moves: usize, seed: u64) {
        let mut dice = Dice::new(seed);
        for _ in 0..moves {
            let shadow = self.shadow.as_mut().expect("this works in tests");
            let Some(mv) = shadow.random_move(&mut dice) else { return };
            shadow.play(&mv).expect("this works in tests");
            self.type_move(&mv);
        }
    }

    pub fn type_move(&mut self, mv: &str) {
        self.keys("t");
        self.keys(mv);
        self.press_enter();
    }

    pub fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.press(KeyCode::Char(key));
        }
    }

    pub fn press_enter(&mut self) {
        self.press(KeyCode::Enter);
    }

    pub fn press(&mut self, code: KeyCode) {
        self.handle(Event::Key(KeyEvent::from(code)));
    }

    pub fn click(&mut self, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
    }

    pub fn mouse(&mut self, kind: MouseEventKind, (column, row): Place) {
        let modifiers = crossterm::event::KeyModifiers::NONE;
        self.handle(Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    pub fn handle(&mut self, event: Event) {
        self.ended |= self.app.handle(event, self.now) == Wish::End;
        if !self.ended {
            self.draw();
            // Nobody else will wake the client: the engine is done.
            let text = self.text();
            let is_due = self.app.patience().is_some() || !text.contains("is about to move");
            assert!(is_due, "the computer's move would never be shown:\n{text}");
        }
    }

    /// Lets the time go on by as much as the client waits for, or until an engine tells something.
    pub fn wait(&mut self) {
        let patience = self.app.patience();
        let before = Instant::now();
        let event = self.events.next(patience.or(Some(LONGEST_WAIT)));
        let is_news = patience.is_some() || !matches!(event, Event::Tick);
        assert!(is_news, "the client waits for nothing:\n{}", self.text());
        self.now += before.elapsed();
        self.handle(event);
    }

    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(&format!("`{text}`"), |screen| screen.contains(text));
    }

    /// Waits until the screen is as wanted.
    pub fn wait_until(&mut self, wanted: &str, is_so: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        while begun.elapsed() < LONGEST_WAIT {
            if is_so(&self.text()) {
                return;
            }
            self.wait();
        }
        panic!("{wanted} does not come up:\n{}", self.text());
    }

    /// Lets the time go on, without waiting for it, until a text comes up that needs no engine any more.
    pub fn skip_to(&mut self, text: &str) {
        while !self.text().contains(text) {
            let patience = self.app.patience();
            self.now += patience.unwrap_or_else(|| panic!("nothing is due:\n{}", self.text()));
            self.handle(Event::Tick);
        }
    }

    /// Lets engines tell something until a text comes up. No time passes meanwhile, so animations stand still.
    pub fn hear_until(&mut self, text: &str) {
        while !self.text().contains(text) {
            let event = self.events.next(Some(LONGEST_WAIT));
            assert!(!matches!(event, Event::Tick), "no engine tells `{text}`:\n{}", self.text());
            self.handle(event);
        }
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.handle(Event::Resize);
    }

    pub fn draw(&mut self) {
        self.terminal.draw(|frame| self.app.draw(frame)).expect("this works in tests");
    }

    /// Where the cursor is: the only thing below the title that is shown in reverse.
    pub fn find_cursor(&self) -> Place {
        let buffer = self.buffer();
        let is_reversed = |place: &Place| buffer[*place].modifier.contains(Modifier::REVERSED);
        let mut places =
            (1..buffer.area.height).flat_map(|y| (0..buffer.area.width).map(move |x| (x, y)));
        places.find(is_reversed).unwrap_or_else(|| panic!("there is no cursor:\n{}", self.text()))
    }

    pub fn buffer(&self) -> &ratatui::buffer::Buffer {
        self.terminal.backend().buffer()
    }

    /// The screen as text, without blanks at the ends of lines.
    pub fn text(&self) -> String {
        let buffer = self.buffer();
        let mut text = String::new();
        for row in buffer.content.chunks(buffer.area.width.into()) {
            let line: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// A person against somebody, on a screen of the usual size.
pub fn against(game: &str, opponent: &str) -> Client {
    let setup = Client::setup(game, ["human", opponent]);
    Client::open(Open::Play(Box::new(setup)), &calm(), false, 80, 24)
}
