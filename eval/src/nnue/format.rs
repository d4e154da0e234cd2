//! The network file.
//!
//! Numbers are little-endian.
//!
//! | what | bytes |
//! |---|---|
//! | magic `ChuheNet` | 8 |
//! | version of the format | 4 |
//! | [`QA`], [`QB`], [`SCALE`] | 2 each |
//! | planes of a set of rows (689) | 2 |
//! | width | 2 |
//! | king buckets for d0 e0 d1 e1 d2 e2 | 6 |
//! | output buckets for 0 to 12 knights, rooks and cannons | 13 |
//! | length of the name | 1 |
//! | the name, UTF-8 | 0-255 |
//! | hash of all bytes but these | 8 |
//! | first layer, biases, output weights (16 bits each), output biases (32 bits) | as [`super::Parameters`] |

use thiserror::Error;

use super::architecture::{Architecture, ArchitectureError};
use super::features::PLANES;
use super::network::{Network, Parameters, ParametersError, QA, QB, SCALE};

const MAGIC: [u8; 8] = *b"ChuheNet";

/// Version of the file format that is written and read.
pub const VERSION: u32 = 1;

/// Why a file is no network that can be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormatError {
    /// Another kind of file.
    #[error("this is no network file of Chuhe")]
    Magic,
    /// A format of another time.
    #[error("the network file has format version {0}, this program reads version {VERSION}")]
    Version(u32),
    /// Numbers in other units.
    #[error("the network counts in units of {0}, {1}, scale {2} instead of {QA}, {QB}, scale {SCALE}")]
    Quantisation(u16, u16, u16),
    /// Another set of inputs.
    #[error("the network has {0} input planes instead of {PLANES}")]
    Planes(u16),
    /// Sizes that cannot be.
    #[error("the network's architecture cannot be used: {0}")]
    Architecture(#[from] ArchitectureError),
    /// The file is too short or too long.
    #[error("the network file has {found} bytes instead of {expected}: it is {}", if found < expected { "cut off" } else { "too long" })]
    Length {
        /// Bytes found.
        found: usize,
        /// Bytes that the header promises.
        expected: usize,
    },
    /// The name is not UTF-8.
    #[error("the network's name is not UTF-8")]
    Name,
    /// The bytes were changed.
    #[error("the network file is damaged: its hash is {found:016x} instead of {expected:016x}")]
    Hash {
        /// Hash of the bytes.
        found: u64,
        /// Hash that the file promises.
        expected: u64,
    },
    /// A number that could overflow.
    #[error("the network's numbers cannot be used: {0}")]
    Parameters(#[from] ParametersError),
}

/// Bytes before the name.
const FIXED: usize = 8 + 4 + 6 + 2 + 2 + 6 + 13 + 1;

impl Network {
    /// The network file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (mut bytes, body) = (self.header(), self.body());
        bytes.extend(hash(&[&bytes, &body]).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, FormatError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(FormatError::Magic);
        }
        let cut = |expected| FormatError::Length { found: bytes.len(), expected };
        let mut rest = &bytes[MAGIC.len()..];
        let mut take = |len: usize| {
            let (head, tail) = rest.split_at_checked(len).ok_or(cut(FIXED))?;
            rest = tail;
            Ok::<_, FormatError>(head)
        };
        let version = take(4)?;
        let version = u32::from_le_bytes([version[0], version[1], version[2], version[3]]);
        if version != VERSION {
            return Err(FormatError::Version(version));
        }
        let mut short = || take(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
        let (qa, qb, scale, planes, width) = (short()?, short()?, short()?, short()?, short()?);
        if [qa, qb, scale].map(i32::from) != [QA, QB, SCALE] {
            return Err(FormatError::Quantisation(qa, qb, scale));
        }
        if usize::from(planes) != PLANES {
            return Err(FormatError::Planes(planes));
        }
        let mut king_buckets = [0; 6];
        king_buckets.copy_from_slice(take(6)?);
        let mut output_buckets = [0; 13];
        output_buckets.copy_from_slice(take(13)?);
        let architecture = Architecture::new(width.into(), king_buckets, output_buckets)?;
        let name_len = usize::from(take(1)?[0]);

        let lengths = Parameters::lengths(&architecture);
        let [rows, bias, output, output_bias] = lengths;
        let body_len = 2 * (rows + bias + output) + 4 * output_bias;
        let expected = FIXED + name_len + 8 + body_len;
        if bytes.len() != expected {
            return Err(FormatError::Length { found: bytes.len(), expected });
        }
        let (header, rest) = bytes.split_at(FIXED + name_len);
        let (promised, body) = rest.split_first_chunk::<8>().ok_or(cut(expected))?;
        let (found, promised) = (hash(&[header, body]), u64::from_le_bytes(*promised));
        if found != promised {
            return Err(FormatError::Hash { found, expected: promised });
        }
        let name = std::str::from_utf8(&header[FIXED..]).map_err(|_| FormatError::Name)?;

        let mut body = body;
        let mut shorts = |len: usize| {
            let (head, tail) = body.split_at(2 * len);
            body = tail;
            head.as_chunks::<2>().0.iter().map(|&number| i16::from_le_bytes(number)).collect::<Vec<i16>>()
        };
        let (rows, bias, output) = (shorts(rows), shorts(bias), shorts(output));
        let output_bias = body.as_chunks::<4>().0.iter().map(|&number| i32::from_le_bytes(number)).collect();
        Ok(Network::new(name, architecture, &Parameters { rows, bias, output, output_bias })?)
    }

    /// Hash of the network, which its file carries; the first eight digits stand in its name.
    #[must_use]
    pub fn hash(&self) -> u64 {
        hash(&[&self.header(), &self.body()])
    }

    fn header(&self) -> Vec<u8> {
        let architecture = self.architecture();
        let mut end = self.name().len().min(255);
        while !self.name().is_char_boundary(end) {
            end -= 1;
        }
        let mut bytes = Vec::with_capacity(FIXED + end);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        for number in [QA, QB, SCALE, PLANES as i32, architecture.width() as i32] {
            bytes.extend((number as u16).to_le_bytes());
        }
        bytes.extend(architecture.king_table());
        bytes.extend(architecture.output_table());
        bytes.push(end as u8);
        bytes.extend(&self.name().as_bytes()[..end]);
        bytes
    }

    fn body(&self) -> Vec<u8> {
        let Parameters { rows, bias, output, output_bias } = self.parameters();
        let mut bytes = Vec::with_capacity(2 * (rows.len() + bias.len() + output.len()) + 4 * output_bias.len());
        [rows, bias, output].iter().flatten().for_each(|number| bytes.extend(number.to_le_bytes()));
        output_bias.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }
}

/// A hash of the concatenated parts that any changed byte changes: words of eight bytes, multiplied and folded.
fn hash(parts: &[&[u8]]) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut add = |word: u64| {
        state = (state ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        state ^= state >> 32;
    };
    for part in parts {
        let (words, rest) = part.as_chunks::<8>();
        words.iter().for_each(|&word| add(u64::from_le_bytes(word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        add(u64::from_le_bytes(last));
        add(part.len() as u64);
    }
    state
}
