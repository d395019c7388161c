//! The link to a game as a drawing that phones read: a QR code.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use qrcode::QrCode;
use qrcode::render::svg;

use super::extract::GamePath;
use super::gate::Visitor;
use super::work::at_desk;
use crate::app::Shared;
use crate::security::origin::OwnOrigin;
use crate::view::{Kind, Problem};

/// The QR code of the address at which a game is joined and watched.
pub async fn drawing(
    State(app): State<Shared>,
    visitor: Visitor,
    GamePath(id): GamePath,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if app.hub.look(&id, |_, _, _| ()).await.is_err() {
        return Err(Problem::new(Kind::NotFound, "there is no such game"));
    }
    let origin = origin(&app.own_origin, app.trust_proxy, &headers);
    let origin = origin.ok_or_else(|| Problem::new(Kind::Invalid, "the request names no host"))?;
    let drawing = move || {
        let code = QrCode::new(format!("{origin}/game/{id}")).ok()?;
        // Readers want dark on light with a margin, whatever the page's theme.
        Some(code.render::<svg::Color>().min_dimensions(200, 200).build())
    };
    let drawing = at_desk(&app, &visitor, drawing).await?;
    let drawing = drawing
        .ok_or_else(|| Problem::new(Kind::Invalid, "the address is too long for a QR code"))?;
    let kind = HeaderValue::from_static("image/svg+xml; charset=utf-8");
    let short = HeaderValue::from_static("private, max-age=300");
    Ok((StatusCode::OK, [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, short)], drawing)
        .into_response())
}

/// The origin by which people reach us: as it was set, or as this request has it.
fn origin(own: &OwnOrigin, trust_proxy: bool, headers: &HeaderMap) -> Option<String> {
    if let OwnOrigin::Public(url) = own {
        return Some(url.clone());
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_https = trust_proxy && text("x-forwarded-proto") == Some("https");
    let scheme = if is_https { "https" } else { "http" };
    text("host").map(|host| format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_holds_the_address_that_people_use() {
        let mut headers = HeaderMap::new();
        assert_eq!(origin(&OwnOrigin::SameHost, false, &headers), None);
        headers.insert("host", HeaderValue::from_static("192.168.0.7:8080"));
        headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        let same_host = |trust| origin(&OwnOrigin::SameHost, trust, &headers);
        assert_eq!(same_host(false).as_deref(), Some("http://192.168.0.7:8080"));
        assert_eq!(same_host(true).as_deref(), Some("https://192.168.0.7:8080"));
        let public = OwnOrigin::of_url("https://play.example.org/").expect("an address");
        let found = origin(&public, false, &headers);
        assert_eq!(found.as_deref(), Some("https://play.example.org"));
    }
}
