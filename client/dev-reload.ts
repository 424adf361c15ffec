/** Reloads the page when a build is ready. */
new EventSource('http://127.0.0.1:8081/').addEventListener('message', () => location.reload());
