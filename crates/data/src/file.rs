//! Rows as a Parquet file.
//!
//! The same rows make the same bytes: no time and no name of a machine is written.

use std::fs::File;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type,
};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::record::{ListAccessor as _, RowAccessor as _};
use parquet::schema::parser::parse_message_type;
use quintet_core::{Action, Outcome, Player};

use crate::rows::{Decision, Game, Row};
use crate::selfplay::number_of;

/// The columns, in order.
pub const SCHEMA: &str = "
message step {
  required int64 game;
  required int32 ply;
  required int32 step;
  required binary position (UTF8);
  required int32 player;
  required group begun (LIST) { repeated group list { required int32 element; } }
  required group legal (LIST) { repeated group list { required int32 element; } }
  required int32 action;
  required binary move (UTF8);
  required boolean last;
  optional double score;
  required int64 nodes;
  required group best_moves (LIST) { repeated group list { required binary element (UTF8); } }
  required group best_scores (LIST) { repeated group list { required double element; } }
  required int32 result;
}";

/// The games as a file; `about` is told in its metadata.
pub fn bytes(games: &[Game], about: &[(&str, String)]) -> Result<Vec<u8>> {
    let rows: Vec<Row<'_>> = games.iter().flat_map(Game::rows).collect();
    let about = about.iter().map(|(key, value)| KeyValue::new((*key).into(), value.clone()));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("quintet ", env!("CARGO_PKG_VERSION")).into())
        .set_key_value_metadata(Some(about.collect()));
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build()))?;
    {
        let mut table = Table { group: file.next_row_group()?, rows: &rows };
        table.write()?;
        table.group.close()?;
    }
    file.into_inner()
}

/// The games of a file that [`bytes`] made, as far as they have rows.
pub(crate) fn games(file: File) -> Result<Vec<Game>> {
    let mut games: Vec<Game> = Vec::new();
    for row in SerializedFileReader::new(file)?.get_row_iter(None)? {
        let row = row?;
        let number = row.get_long(0)? as u64;
        let ply = row.get_int(1)? as u32;
        let player = if row.get_int(4)? == 0 { Player::First } else { Player::Second };
        if games.last().is_none_or(|game| game.number != number) {
            let outcome = match row.get_int(14)? {
                0 => Outcome::Draw,
                1 => Outcome::Win(player),
                _ => Outcome::Win(player.opponent()),
            };
            games.push(Game { number, decisions: Vec::new(), outcome });
        }
        let decisions = &mut games.last_mut().expect("this game is among them").decisions;
        if decisions.last().is_none_or(|decision| decision.ply != ply) {
            let moves = row.get_list(12)?;
            let scores = row.get_list(13)?;
            let best = (0..moves.len())
                .map(|at| Ok((moves.get_string(at)?.clone(), scores.get_double(at)?)));
            decisions.push(Decision {
                ply,
                position: row.get_string(3)?.clone(),
                player,
                mv: row.get_string(8)?.clone(),
                actions: Vec::new(),
                legal: Vec::new(),
                score: if row.is_null(10)? { None } else { Some(row.get_double(10)?) },
                nodes: row.get_long(11)? as u64,
                best: best.collect::<Result<_>>()?,
            });
        }
        let decision = decisions.last_mut().expect("this move is among them");
        decision.actions.push(row.get_int(7)? as Action);
        let legal = row.get_list(6)?;
        let legal = (0..legal.len()).map(|at| Ok(legal.get_int(at)? as Action));
        decision.legal.push(legal.collect::<Result<_>>()?);
    }
    Ok(games)
}

/// The columns of some rows.
struct Table<'a> {
    group: SerializedRowGroupWriter<'a, Vec<u8>>,
    rows: &'a [Row<'a>],
}

impl Table<'_> {
    fn write(&mut self) -> Result<()> {
        self.column::<Int64Type>(|row| row.game as i64)?;
        self.column::<Int32Type>(|row| row.decision.ply as i32)?;
        self.column::<Int32Type>(|row| row.step as i32)?;
        self.column::<ByteArrayType>(|row| text(&row.decision.position))?;
        self.column::<Int32Type>(|row| number_of(row.decision.player))?;
        self.lists::<Int32Type>(|row| numbers(row.begun()))?;
        self.lists::<Int32Type>(|row| numbers(row.legal()))?;
        self.column::<Int32Type>(|row| row.action().into())?;
        self.column::<ByteArrayType>(|row| text(&row.decision.mv))?;
        self.column::<BoolType>(|row| row.step + 1 == row.decision.actions.len())?;
        self.optional::<DoubleType>(|row| row.decision.score)?;
        self.column::<Int64Type>(|row| row.decision.nodes as i64)?;
        self.lists::<ByteArrayType>(|row| {
            row.decision.best.iter().map(|it| text(&it.0)).collect()
        })?;
        self.lists::<DoubleType>(|row| row.decision.best.iter().map(|it| it.1).collect())?;
        self.column::<Int32Type>(|row| row.result)
    }

    /// A column with a value in every row.
    fn column<T: DataType>(&mut self, value: impl Fn(&Row<'_>) -> T::T) -> Result<()> {
        let values: Vec<T::T> = self.rows.iter().map(value).collect();
        self.levelled::<T>(&values, None, None)
    }

    /// A column that is empty in some rows: its level says where it is not.
    fn optional<T: DataType>(&mut self, value: impl Fn(&Row<'_>) -> Option<T::T>) -> Result<()> {
        let all: Vec<Option<T::T>> = self.rows.iter().map(value).collect();
        let levels: Vec<i16> = all.iter().map(|value| value.is_some().into()).collect();
        let values: Vec<T::T> = all.into_iter().flatten().collect();
        self.levelled::<T>(&values, Some(&levels), None)
    }

    /// A column of lists: one level says whether there is a member at all, the other whether it goes on with the same list.
    fn lists<T: DataType>(&mut self, list: impl Fn(&Row<'_>) -> Vec<T::T>) -> Result<()> {
        let (mut values, mut present, mut goes_on) = (Vec::new(), Vec::new(), Vec::new());
        for row in self.rows {
            let members = list(row);
            present.extend((0..members.len().max(1)).map(|_| i16::from(!members.is_empty())));
            goes_on.extend((0..members.len().max(1)).map(|member| i16::from(member > 0)));
            values.extend(members);
        }
        self.levelled::<T>(&values, Some(&present), Some(&goes_on))
    }

    fn levelled<T: DataType>(
        &mut self,
        values: &[T::T],
        present: Option<&[i16]>,
        goes_on: Option<&[i16]>,
    ) -> Result<()> {
        let mut column = self.group.next_column()?.expect("as many columns as the schema has");
        column.typed::<T>().write_batch(values, present, goes_on)?;
        column.close()
    }
}

fn text(text: &str) -> ByteArray {
    text.as_bytes().to_vec().into()
}

fn numbers(actions: &[Action]) -> Vec<i32> {
    actions.iter().map(|action| i32::from(*action)).collect()
}
