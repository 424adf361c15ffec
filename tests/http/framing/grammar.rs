//! Connections of HTTP/1 clients, valid and invalid, made from arbitrary bytes.

/// Returns the pieces in which a client sends a connection. After `whole ` or `bytes `, the input is
/// that connection, sent whole or byte by byte; any other input makes choices in a grammar.
pub fn pieces(input: &[u8]) -> Vec<Vec<u8>> {
    if let Some(connection) = input.strip_prefix(b"whole ") {
        return vec![connection.to_vec()];
    }
    if let Some(connection) = input.strip_prefix(b"bytes ") {
        return connection.iter().map(|byte| vec![*byte]).collect();
    }
    let mut choices = Choices { input: input.iter(), requests: 0, odd: 0 };
    choices.odd = choices.below(3);
    let count = 1 + choices.below(3);
    let requests: String = (0..count).map(|_| choices.request()).collect();
    // Each character is a byte.
    let mut connection: Vec<_> =
        requests.chars().map(|character| u8::try_from(character).expect("a byte")).collect();
    for _ in 0..choices.below(256).saturating_sub(252) {
        let at = choices.below(connection.len() + 1);
        let end = connection.len().min(at + 1);
        let byte = choices.any("\r|\n|\0| |\t|:|,|;|#|\"|0|a|\x7f").as_bytes()[0];
        match choices.below(4) {
            0 => connection.insert(at, byte),
            1 => drop(connection.splice(at..end, [byte])),
            2 => drop(connection.drain(at..end)),
            _ => connection.truncate(at),
        }
    }
    let mut splits: Vec<_> = match choices.below(3) {
        0 => Vec::new(),
        1 => (0..3).map(|_| choices.below(connection.len() + 1)).collect(),
        _ => (0..connection.len()).collect(),
    };
    splits.sort_unstable();
    splits.push(connection.len());
    let starts = [0].into_iter().chain(splits.clone());
    starts.zip(splits).map(|(start, end)| connection[start..end].to_vec()).collect()
}

/// The choices that the input makes; after its end, always the first.
struct Choices<'a> {
    input: std::slice::Iter<'a, u8>,
    /// Number of requests so far; each has its own target.
    requests: usize,
    /// Number of odd choices to make: a single error suffices for a request to be rejected.
    odd: usize,
}

impl Choices<'_> {
    /// Chooses a number, which takes two bytes if the limit exceeds one.
    fn below(&mut self, limit: usize) -> usize {
        let mut byte = || self.input.next().map_or(0, |byte| usize::from(*byte));
        let number = if limit > 256 { byte() << 8 | byte() } else { byte() };
        number % limit
    }

    /// Chooses any of these, which `|` separates.
    fn any(&mut self, options: &'static str) -> &'static str {
        let options: Vec<_> = options.split('|').collect();
        options[self.below(options.len())]
    }

    /// Chooses the first of these mostly.
    fn odd(&mut self, options: &'static str) -> &'static str {
        if self.odd > 0 && self.below(8) == 7 {
            self.odd -= 1;
            return self.any(options);
        }
        options.split('|').next().unwrap_or_default()
    }

    /// Chooses the end of a line.
    fn end(&mut self) -> &'static str {
        self.odd("\r\n|\n|\r|\n\r|\r\r\n| \r\n|\0\r\n|\r\n\r\n|")
    }

    fn request(&mut self) -> String {
        self.requests += 1;
        let number = self.requests.to_string();
        let (framing, content) = self.framed_content();
        let parts = [
            self.odd("|\r\n|\r\n\r\n|\n|\r| |\0"),
            self.odd("GET|POST|HEAD|CONNECT|OPTIONS|PUT|DELETE|get|GE T|GET\t|GET\0|"),
            self.odd(" |  |\t|\x0b|\r|\r\n |"),
            self.odd(
                "/|http://x/|//|*|x:80|x|/#|/%00|/\u{80}|/ ||http:/|http://|?|/\t|/\r|/\n|/\"|/\\|/\0|\
                 ftp://x/|/../|/;?",
            ),
            &number,
            self.odd(" |  |\t|\r\n|"),
            self.odd("HTTP/|http/|HTTP/2.0 HTTP/|HTTP/0|HTTP|"),
            self.any("1.1|1.1|1.1|1.0"),
            self.odd("|0| |\0|.0"),
            self.end(),
        ];
        let mut request = parts.concat();
        let host = self.odd(
            "Host: x|Host:x|host: \t x \t|Host: y\r\nHost: x|Host: x\r\nhost:|Y: y|Host : x| Host: x|\
             Host: x, y|Host: x/|Host: x\0|Host:\r\n x|Host",
        );
        let valid = [(); 2].map(|()| {
            self.any(
                "|||X: y|X:|Connection: close|Connection: keep-alive|Connection: keep-alive, close|\
                 Connection: close\r\nConnection: keep-alive|Connection: content-length|TE: trailers|\
                 Connection: upgrade\r\nUpgrade: websocket|Upgrade: h2c|Expect: 100-continue|Expect: x|\
                 X: \u{80}\u{ff}|X: \t|Trailer: X",
            )
        });
        let other = self.odd(
            "|X: y\rz|X: y\nz: z|X: \0|X: y\r\n z| X: y|X|: y|X y: z|X\u{80}: y|X: \x7f|X\0|\
             Content-Length\0: 1",
        );
        for field in
            [host, &framing, valid[0], other, valid[1]].into_iter().filter(|it| !it.is_empty())
        {
            request += field;
            request += self.end();
        }
        request + self.end() + &content
    }

    /// Returns the fields that frame some content, which may be a request, and the content.
    fn framed_content(&mut self) -> (String, String) {
        let content = match self.below(6) {
            0..3 => String::new(),
            3 => "abc".into(),
            _ => self.request(),
        };
        let length = content.chars().count();
        match self.below(8) {
            0..3 => (String::new(), String::new()),
            3 => (self.length(length), content),
            4 | 5 => (self.coding(), self.chunked(length, &content)),
            6 => (self.length(length) + "\r\n" + &self.coding(), self.chunked(length, &content)),
            _ => (self.coding() + "\r\n" + &self.length(length), content),
        }
    }

    fn length(&mut self, length: usize) -> String {
        let name = self.odd(
            "Content-Length: |content-length:|Content-Length : |Content_Length: |Content-Length\t: |\
             | Content-Length: |Content-Length\0: |X: y\nContent-Length: ",
        );
        let value = self.odd(
            "N|0|N\r\nContent-Length: N|N\r\nContent-Length: 0|0\r\nContent-Length: N|N, N|N, 0|+N|-N|\
             0N|0xN|N \t|N\0|N\r\n 0||N_0|N.0|1N|18446744073709551615|18446744073709551616",
        );
        format!("{name}{}", value.replace('N', &length.to_string()))
    }

    fn coding(&mut self) -> String {
        let name = self.odd(
            "Transfer-Encoding: |transfer-encoding:|Transfer-Encoding : |Transfer_Encoding: |\
             Transfer-Encoding\t: | Transfer-Encoding: |Transfer-Encoding:\r\n |\
             X: y\r\n Transfer-Encoding: |X: y\nTransfer-Encoding: ",
        );
        let value = self.odd(
            "chunked|Chunked|chunked |gzip, chunked|chunked, chunked|chunked, identity|identity|gzip||\
             xchunked|\"chunked\"|chunked\0|chunked;q=1|, chunked|\x0bchunked|\u{a0}chunked|\
             chunked\r\nTransfer-Encoding: chunked|chunked\r\nTransfer-Encoding: identity|\
             identity\r\nTransfer-Encoding: chunked",
        );
        format!("{name}{value}")
    }

    fn chunked(&mut self, length: usize, content: &str) -> String {
        let mut chunks = String::new();
        if length > 0 {
            chunks = self.chunk_size(length) + content + self.end();
        }
        chunks += &self.chunk_size(0);
        chunks += self.odd("|X: y\r\n|Content-Length: 9\r\n|Host: y\r\n|X: y\n|X\r\n| x\r\n");
        chunks + self.end()
    }

    fn chunk_size(&mut self, size: usize) -> String {
        let line = self.odd(
            "N|0N|N;a=b|N;a=\"\r\n\"|N;a=\"b;\"|N ;a|N;a\n|N;\0|N |N\t| N|+N|-N|0xN||;|N\0|1N|\
             10000000000000000N|N,N|N\r",
        );
        line.replace('N', &format!("{size:x}")) + self.end()
    }
}
