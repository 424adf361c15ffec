//! The requests of a connection, as three parsers see them: the server, its HTTP library without
//! the server's connection layer, and llhttp.

use std::cell::RefCell;
use std::future::{pending, poll_fn, ready};
use std::io::{BufRead, BufReader, Lines, Write};
use std::net::{Shutdown, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::pin::pin;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use actix_codec::Decoder;
use actix_http::RequestHead;
use actix_http::h1::{Codec, Message};
use actix_service::{ServiceFactory, fn_service};
use actix_web::dev::ServiceRequest;
use actix_web::http::Uri;
use actix_web::http::header::HOST;
use actix_web::rt::Runtime;
use actix_web::{App, HttpResponse};
use bytes::BytesMut;
use futures_util::FutureExt;
use futures_util::future::FusedFuture;

use crate::connection::{
    ConnectionLimits, ListenerState, library, rejection, serve as serve_connection,
};

/// Method, target and `Host` of a request.
type Request = (String, String, Option<String>);

/// Methods that llhttp knows; it rejects others, which the application does.
const METHODS: [&str; 7] = ["GET", "POST", "HEAD", "CONNECT", "OPTIONS", "PUT", "DELETE"];

thread_local! {
    static RUNTIME: Runtime = Runtime::new().expect("a runtime");
    static LLHTTP: RefCell<Llhttp> = RefCell::new(Llhttp::start());
}

/// Compares the parsers: the requests that the server dispatches must be the first ones that each
/// other parser sees, in the same order and with the same method, target and `Host`. A difference
/// means that a proxy with that parser would forward one request and this server see another
/// (request smuggling, RFC 9112, section 11.2).
///
/// The server may dispatch fewer: it rejects requests that others accept, and reads none after
/// content. Not compared with llhttp, because neither says where a request ends: requests from the
/// first one with a method that it does not know or a target beyond ASCII, which it rejects.
///
/// # Panics
/// If they differ.
pub fn compare(pieces: &[Vec<u8>]) {
    let sent = pieces.concat();
    let (served, alone) =
        RUNTIME.with(|runtime| runtime.block_on(async { (serve(pieces).await, decode(&sent)) }));
    let llhttp = LLHTTP.with_borrow_mut(|llhttp| llhttp.parse(&sent));
    let known = served
        .iter()
        .take_while(|(method, target, _)| METHODS.contains(&&**method) && target.is_ascii())
        .count();
    for (parser, seen, served) in
        [("llhttp", llhttp, &served[..known]), ("actix-http", alone, &served[..])]
    {
        assert!(
            seen.starts_with(served),
            "the server dispatches\n  {served:?}\nand {parser} sees\n  {seen:?}\nin \"{}\"",
            sent.escape_ascii()
        );
    }
}

fn request(head: &RequestHead) -> Request {
    // A character for each byte, as in Node.
    let host = head.headers().get(HOST);
    let host = host.map(|host| host.as_bytes().iter().copied().map(char::from).collect());
    (head.method.to_string(), head.uri.to_string(), host)
}

/// Returns the requests that reach an application behind the connection layer.
async fn serve(pieces: &[Vec<u8>]) -> Vec<Request> {
    let dispatched = Rc::new(RefCell::new(Vec::new()));
    let recorded = Rc::clone(&dispatched);
    let application = App::new().default_service(fn_service(move |received: ServiceRequest| {
        if rejection(&received).is_none() {
            recorded.borrow_mut().push(request(received.head()));
        }
        ready(Ok(received.into_response(HttpResponse::Ok().finish())))
    }));
    let library = library(application).new_service(()).await.expect("a service");
    let timeout = Duration::from_mins(10);
    let limits =
        ConnectionLimits { request_timeout: timeout, keep_alive: timeout, send_timeout: timeout };
    let shared = ListenerState::new(limits, usize::MAX);

    // TCP would run out of ports.
    let (mut client, server) = UnixStream::pair().expect("a pair of sockets");
    server.set_nonblocking(true).expect("a socket that does not block");
    let [server, unread] = [server.try_clone().expect("a second descriptor"), server]
        .map(|socket| TcpStream::from(OwnedFd::from(socket)));
    let socket = actix_web::rt::net::TcpStream::from_std(server).expect("a socket");
    let mut serving = pin!(serve_connection(socket, shared.into(), &library, pending()).fuse());
    for piece in pieces {
        if serving.is_terminated() {
            break;
        }
        client.write_all(piece).expect("a socket with space");
        poll_fn(|cx| {
            let _ = serving.as_mut().poll(cx);
            if serving.is_terminated() || unread.peek(&mut [0]).is_err() {
                return Poll::Ready(());
            }
            cx.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
    }
    client.shutdown(Shutdown::Write).expect("a half-close");
    if !serving.is_terminated() {
        serving.await;
    }
    dispatched.take()
}

fn decode(connection: &[u8]) -> Vec<Request> {
    let (mut codec, mut rest) = (Codec::default(), BytesMut::from(connection));
    let mut requests = Vec::new();
    while let Ok(Some(message)) = codec.decode(&mut rest) {
        if let Message::Item(received) = message {
            requests.push(request(received.head()));
        }
    }
    requests
}

/// Its path in the repository.
const LLHTTP_SCRIPT: &str = "tests/http/framing/llhttp.ts";

/// A Node process with llhttp.
struct Llhttp {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Drop for Llhttp {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Llhttp {
    fn start() -> Self {
        // Of the server or of tests/fuzz/.
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .find(|folder| folder.join(LLHTTP_SCRIPT).exists())
            .expect("the script");
        let mut node = Command::new("node")
            .args(["--import", "tsx", LLHTTP_SCRIPT])
            .current_dir(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Node");
        let (input, output) = (node.stdin.take(), node.stdout.take());
        Self {
            process: node,
            input: input.expect("its input"),
            output: BufReader::new(output.expect("its output")).lines(),
        }
    }

    fn parse(&mut self, connection: &[u8]) -> Vec<Request> {
        // It rejects a tab after a length, which RFC 9112, section 5 allows.
        let byte = |byte: &u8| if *byte == b'\t' { ' ' } else { char::from(*byte) };
        let connection: String = connection.iter().map(byte).collect();
        let connection = serde_json::to_string(&connection).expect("JSON");
        writeln!(self.input, "{connection}").expect("Node reads");
        let line = self.output.next().expect("Node responds").expect("a line");
        let mut requests: Vec<Request> = serde_json::from_str(&line).expect("requests");
        for (_, target, _) in &mut requests {
            // As Actix spells it: `/` is the path of an absolute URI without one. Actix ignores a
            // fragment.
            if let Ok(uri) = target.parse::<Uri>()
                && !target.contains('#')
            {
                *target = uri.to_string();
            }
        }
        requests
    }
}
