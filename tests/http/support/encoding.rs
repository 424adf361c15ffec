//! Decoders for what a browser decodes by itself.

use std::io::Read;

/// The whole body, decoded from its content encoding.
pub fn decode(encoding: Option<&str>, body: &[u8]) -> Vec<u8> {
    let Some(encoding) = encoding else {
        return body.to_vec();
    };
    let mut plain = Vec::new();
    decoder(encoding, body).read_to_end(&mut plain).unwrap();
    plain
}

/// What can be decoded of a body of which only the beginning has arrived.
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
