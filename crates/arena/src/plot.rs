//! Matches, tables and reports as SVG.

use plotters::prelude::*;

use crate::estimate::Estimate;
use crate::tournament::{Standing, Table};

/// A picture could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the plot could not be drawn: {0}")]
pub struct PlotError(String);

const SIZE: (u32, u32) = (800, 450);
const LINE: RGBColor = RGBColor(29, 87, 150);
const BAND: RGBColor = RGBColor(169, 196, 226);

/// How a match went: A's share of the points after each game, with its 95 % interval.
pub fn course(title: &str, estimates: &[Estimate]) -> Result<String, PlotError> {
    let mut svg = String::new();
    draw_course(title, estimates, &mut svg).map_err(|error| PlotError(error.to_string()))?;
    Ok(svg)
}

fn draw_course(
    title: &str,
    estimates: &[Estimate],
    svg: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(1.0..estimates.len().max(2) as f64, 0.0..1.0)?;
    chart.configure_mesh().x_desc("games").y_desc("share of the points").draw()?;
    let games = |index: usize| index as f64 + 1.0;
    let upper = estimates.iter().enumerate().map(|(i, e)| (games(i), e.interval().1));
    let lower = estimates.iter().enumerate().rev().map(|(i, e)| (games(i), e.interval().0));
    let band: Vec<(f64, f64)> = upper.chain(lower).collect();
    chart.draw_series(std::iter::once(Polygon::new(band, BAND.mix(0.6))))?;
    let shares = estimates.iter().enumerate().map(|(i, e)| (games(i), e.share()));
    chart.draw_series(LineSeries::new(shares, LINE.stroke_width(2)))?;
    area.present()?;
    Ok(())
}

/// The players of a tournament by their Elo, with its 95 % interval.
pub fn ratings(title: &str, table: &Table) -> Result<String, PlotError> {
    let mut svg = String::new();
    draw_ratings(title, table, &mut svg).map_err(|error| PlotError(error.to_string()))?;
    Ok(svg)
}

fn draw_ratings(
    title: &str,
    table: &Table,
    svg: &mut String,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut standings = table.standings();
    standings.retain(|place| place.fitted.is_some());
    let fitted = |place: &Standing| place.fitted.unwrap_or(0.0);
    let reach = standings.iter().map(|place| fitted(place).abs()).fold(100.0, f64::max) * 1.1;
    let names: Vec<String> =
        standings.iter().map(|place| table.players[place.player].to_string()).collect();
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(160)
        .build_cartesian_2d(-reach..reach, (0..standings.len().max(1)).into_segmented())?;
    let name_of = |value: &SegmentValue<usize>| match value {
        SegmentValue::CenterOf(place) => names
            .len()
            .checked_sub(place + 1)
            .map_or_else(String::new, |place| names[place].clone()),
        _ => String::new(),
    };
    chart.configure_mesh().x_desc("Elo").y_label_formatter(&name_of).draw()?;
    chart.draw_series(standings.iter().rev().enumerate().map(|(row, place)| {
        let ends = [(0.0, SegmentValue::Exact(row)), (fitted(place), SegmentValue::Exact(row + 1))];
        let mut bar = Rectangle::new(ends, LINE.filled());
        bar.set_margin(6, 6, 0, 0);
        bar
    }))?;
    chart.draw_series(standings.iter().rev().enumerate().map(|(row, place)| {
        let (low, high) = place.interval;
        let end = |elo: f64| (elo.clamp(-reach, reach), SegmentValue::CenterOf(row));
        PathElement::new([end(low), end(high)], BAND.stroke_width(2))
    }))?;
    area.present()?;
    Ok(())
}

/// What the axes of a plot show, and how high it goes.
#[derive(Clone, Copy, Debug)]
pub struct Axes<'a> {
    /// Above it.
    pub title: &'a str,
    /// From left to right.
    pub x: &'a str,
    /// From below.
    pub y: &'a str,
    /// The largest value from below; the largest that is shown if there is none.
    pub top: Option<f64>,
}

/// Values by number, from 0 on, as a line.
pub fn line(axes: Axes, values: &[f64]) -> Result<String, PlotError> {
    let points = values.iter().enumerate().map(|(index, value)| (index as f64, *value));
    let points: Vec<(f64, f64)> = points.collect();
    on_axes(axes, &points, |chart| {
        chart.draw_series(LineSeries::new(points.clone(), LINE.stroke_width(2)))?;
        Ok(())
    })
}

/// Values by number, from 0 on, as a line in a band: lower end, value, upper end.
pub fn banded_line(axes: Axes, values: &[(f64, f64, f64)]) -> Result<String, PlotError> {
    let numbered = || values.iter().enumerate().map(|(index, value)| (index as f64, *value));
    let upper: Vec<(f64, f64)> = numbered().map(|(x, (_, _, high))| (x, high)).collect();
    on_axes(axes, &upper, |chart| {
        let lower = numbered().rev().map(|(x, (low, _, _))| (x, low));
        let band: Vec<(f64, f64)> = upper.iter().copied().chain(lower).collect();
        chart.draw_series(std::iter::once(Polygon::new(band, BAND.mix(0.6))))?;
        let points = numbered().map(|(x, (_, value, _))| (x, value));
        chart.draw_series(LineSeries::new(points, LINE.stroke_width(2)))?;
        Ok(())
    })
}

/// How often each number comes up, as bars.
pub fn histogram(axes: Axes, numbers: &[usize]) -> Result<String, PlotError> {
    let most = numbers.iter().copied().max().unwrap_or(0);
    let count = |number| numbers.iter().filter(|other| **other == number).count();
    let counts: Vec<(f64, f64)> =
        (0..=most).map(|number| (number as f64, count(number) as f64)).collect();
    on_axes(axes, &counts, |chart| {
        let bar =
            |(x, y): &(f64, f64)| Rectangle::new([(x - 0.4, 0.0), (x + 0.4, *y)], LINE.filled());
        chart.draw_series(counts.iter().map(bar))?;
        Ok(())
    })
}

/// Values at places, each with its interval.
pub fn intervals(axes: Axes, values: &[(f64, f64, (f64, f64))]) -> Result<String, PlotError> {
    let points: Vec<(f64, f64)> = values.iter().map(|(x, value, _)| (*x, *value)).collect();
    on_axes(axes, &points, |chart| {
        chart.draw_series(values.iter().map(|(x, _, (low, high))| {
            PathElement::new([(*x, *low), (*x, *high)], BAND.stroke_width(6))
        }))?;
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 5, LINE.filled())))?;
        Ok(())
    })
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

/// Draws into axes that hold these points.
fn on_axes(
    axes: Axes,
    points: &[(f64, f64)],
    draw: impl FnOnce(&mut Chart) -> Result<(), Box<dyn std::error::Error>>,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    let right = points.iter().map(|point| point.0).fold(1.0, f64::max);
    let left = points.iter().map(|point| point.0).fold(right, f64::min);
    let top = points.iter().map(|point| point.1).fold(1.0, f64::max);
    let inside = || -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(axes.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(50)
            .build_cartesian_2d(left - 0.5..right + 0.5, 0.0..axes.top.unwrap_or(top))?;
        // What is counted has no halves.
        let whole =
            |x: &f64| if x.fract().abs() < 1e-6 { format!("{x:.0}") } else { String::new() };
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(axes.x).y_desc(axes.y).x_label_formatter(&whole);
        mesh.light_line_style(TRANSPARENT).draw()?;
        draw(&mut chart)?;
        area.present()?;
        Ok(())
    };
    inside().map_err(|error| PlotError(error.to_string()))?;
    Ok(svg)
}
