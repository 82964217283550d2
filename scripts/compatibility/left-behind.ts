// What earlier clients did and no compatibility profile of --compat does again, for the page.

export const leftBehind = `- Until August 2025 each request opened a connection of its own, whose setup counted as TTFT. Here connections are
  opened ahead, in every compatibility profile.
- Gaps of the early scripts were slept after each request, so that a slow client fell behind its schedule. Here the
  moments are planned from the same draws, and a late request is shown as late.
- Readers of those days failed on lines of more than 64 KB, on comments between events and on characters split between
  two reads, and since v0.11 could lose an event that came with a comment. None of it happens here.
- Data that only keeps a connection alive (empty, \`ping\`, a comment that a gateway sends as data) is no event, where the original
  fails on it. Messages without choices and counts that hold an error by another name (\`message\`, \`detail\`, \`errors\`) fail the
  request, where the original takes it for complete.
- Times inside one read: the original reads its clock for each message of a read, here all of them share one.
- \`Authorization: Bearer None\` is never sent.
- Proxies are those of \`http_proxy\`, \`https_proxy\` and \`no_proxy\`, as in the original; but loopback has none, and one that is
  itself reached over TLS, which the original leaves out in silence, is refused.
- Backends that answer in one piece are timed to the last byte in every compatibility profile; before v0.30 the original stopped at the
  headers.
- \`timed_trace\` of the original draws its prompts by Python's hash, which differs from process to process. Here prompts are the same
  in every process; with \`PYTHONHASHSEED\` set to a number they are those of the original under that seed (Python 3.11 and later).
- The defaults of \`--host\`, \`--backend\`, \`--dataset-name\` and others are those of the compatibility profile, but flags that came later are
  taken in every compatibility profile.
- Not printed: the tip about \`gnuplot\`, the list of adapters, the warning about greedy answers, the settings of a timed trace,
  the reason why \`/tokenize\` was skipped, and \`Profiler started\` and \`Profiler stopped\`. \`Starting profiler...\` is printed before
  \`Starting main benchmark run...\`, not after it. Our own warnings are on standard error.
- Percentile 90, which the Rust client adds to those asked for, is not in \`--report-layout vllm-bench\`.`
