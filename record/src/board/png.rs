//! Diagrams as PNG, rendered from the SVG drawing.

use resvg::{tiny_skia, usvg};
use thiserror::Error;

use super::Diagram;
use super::svg::{height_of, svg};

/// The widest picture, in pixels.
const WIDEST: u32 = 8192;

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PngError {
    /// The width is out of range.
    #[error("a picture {0} pixels wide: 16 to {WIDEST} are possible")]
    Size(u32),
    /// The renderer failed.
    #[error("the picture cannot be rendered: {0}")]
    Render(String),
}

/// The diagram as a PNG file.
///
/// # Errors
/// When the width is not 16 to 8192 pixels.
pub fn png(diagram: &Diagram) -> Result<Vec<u8>, PngError> {
    if !(16..=WIDEST).contains(&diagram.size) {
        return Err(PngError::Size(diagram.size));
    }
    let failed = |error: &dyn std::fmt::Display| PngError::Render(error.to_string());
    let tree = usvg::Tree::from_str(&svg(diagram), &usvg::Options::default()).map_err(|error| failed(&error))?;
    let mut pixels = tiny_skia::Pixmap::new(diagram.size, height_of(diagram)).ok_or(PngError::Size(diagram.size))?;
    let scale = diagram.size as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
