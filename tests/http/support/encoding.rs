//! Decoders of content encodings.

use std::io::Read;

/// Decodes a whole body.
pub fn decode(encoding: Option<&str>, body: &[u8]) -> Vec<u8> {
    let Some(encoding) = encoding else {
        return body.to_vec();
    };
    let mut plain = Vec::new();
    decoder(encoding, body).read_to_end(&mut plain).unwrap();
    plain
}

/// Decodes the received start of a body, as far as possible.
pub fn decode_start(encoding: &str, body: &[u8]) -> Vec<u8> {
    let mut source = decoder(encoding, body);
    let mut plain = Vec::new();
    let mut piece = [0; 256];
    while let Ok(length @ 1..) = source.read(&mut piece) {
        plain.extend_from_slice(&piece[..length]);
    }
    plain
}

fn decoder<'a>(encoding: &str, body: &'a [u8]) -> Box<dyn Read + 'a> {
    match encoding {
        "br" => Box::new(brotli::Decompressor::new(body, 4096)),
        "gzip" => Box::new(flate2::read::GzDecoder::new(body)),
        "zstd" => Box::new(zstd::stream::read::Decoder::new(body).unwrap()),
        other => panic!("no decoder for {other}"),
    }
}
