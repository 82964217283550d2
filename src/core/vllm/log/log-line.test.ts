import { expect, test } from 'vitest'
import { lineSplitter, parseLogLine, withoutSecrets } from './log-line.ts'

type LogLine = ReturnType<typeof parseLogLine>

test.each<{ remark: string; raw: string; line: Partial<LogLine> }>([
  {
    remark: 'a record of a process',
    raw: '(EngineCore pid=101) INFO 11-21 14:30:00 [core.py:97] Initializing',
    line: {
      process: 'EngineCore',
      pid: 101,
      level: 'info',
      time: '11-21 14:30:00',
      message: 'Initializing',
    },
  },
  {
    remark: 'an older signature without a number',
    raw: '(EngineCore_0) ERROR 11-21 14:30:00 [core.py:97] It failed',
    line: { process: 'EngineCore_0', pid: null, level: 'error', message: 'It failed' },
  },
  {
    remark: 'the web server',
    raw: '(APIServer pid=1) INFO:     Application startup complete.',
    line: {
      process: 'APIServer',
      level: 'info',
      time: null,
      message: 'Application startup complete.',
    },
  },
  {
    remark: 'a rank of a server that spans nodes',
    raw: '12: (Worker_PP1 pid=7) INFO 11-21 14:30:00 [x.py:1] Loading',
    line: { part: '12', process: 'Worker_PP1', message: 'Loading' },
  },
  {
    remark: 'an instance of a pair',
    raw: 'decode-0: INFO:     Application startup complete.',
    line: { part: 'decode-0', level: 'info', message: 'Application startup complete.' },
  },
  {
    remark: 'colours',
    raw: '\u001b[33mWARNING\u001b[0m 11-21 14:30:00 [x.py:1] careful',
    line: { level: 'warning', message: 'careful', text: 'WARNING 11-21 14:30:00 [x.py:1] careful' },
  },
  {
    remark: 'a bare line',
    raw: 'Traceback (most recent call last):',
    line: { process: null, level: null, message: 'Traceback (most recent call last):' },
  },
])('$remark', ({ raw, line }) => {
  expect(parseLogLine(raw)).toMatchObject(line)
})

test.each([
  { remark: 'all ends of lines', pieces: ['a\nb\r\nc\rd\n'], lines: ['a', 'b', 'c', 'd'] },
  { remark: 'a line in two pieces', pieces: ['a', 'b\n'], lines: ['ab'] },
  { remark: 'an end in two pieces', pieces: ['a\r', '\nb\n'], lines: ['a', 'b'] },
  { remark: 'a bare return between pieces', pieces: ['a\r', 'b\n'], lines: ['a', 'b'] },
  { remark: 'an unfinished line', pieces: ['a\nb'], lines: ['a'] },
])('$remark', ({ pieces, lines }) => {
  const splitter = lineSplitter()
  expect(pieces.flatMap((piece) => splitter.add(piece))).toEqual(lines)
})

test('a line without end is split into pieces, wherever it was cut', () => {
  const splitter = lineSplitter()
  const pieces = Array.from({ length: 300 }, () => 'x'.repeat(1000))
  const lines = pieces.flatMap((piece) => splitter.add(piece))
  expect(lines).toEqual(new Array<string>(4).fill('x'.repeat(65_536)))
  expect(splitter.rest()).toHaveLength(300_000 - 4 * 65_536)
})

test('what is unfinished can be asked for', () => {
  const splitter = lineSplitter()
  splitter.add('a\nb')
  expect(splitter.rest()).toBe('b')
})

test.each([
  {
    line: "non-default args: {'api_key': ['sk-1', 'sk-2'], 'model': 'm'}",
    safe: "non-default args: {'api_key': ***, 'model': 'm'}",
  },
  { line: "{'hf_token': 'hf_abcdefghij', 'seed': 0}", safe: "{'hf_token': ***, 'seed': 0}" },
  { line: 'vllm serve m --api-key secret --port 1', safe: 'vllm serve m --api-key *** --port 1' },
  { line: 'Authorization: Bearer abc', safe: 'Authorization: Bearer ***' },
  { line: 'token hf_ABCDEFGHIJ in a sentence', safe: 'token *** in a sentence' },
  { line: "{'api_key': 'sk-1 cut off he", safe: "{'api_key': ***" },
  { line: "{'api_key': ['sk-1', 'sk-", safe: "{'api_key': ***" },
  { line: 'GPU KV cache size: 165,792 tokens', safe: 'GPU KV cache size: 165,792 tokens' },
])('$safe', ({ line, safe }) => {
  expect(withoutSecrets(line)).toBe(safe)
})
