import { expect, test } from 'vitest'
import { readSpans } from './span.ts'
import { spansToTrajectories } from './spans-to-trajectories.ts'

type Written = Readonly<{ id: string; parent?: string; times: readonly [number, number] }>

const op = 'gen_ai.operation.name'

/** OTLP as the file exporter of the collector writes it. */
function otlp({ id, parent = '', times: [startS, endS] }: Written, attributes: object) {
  return {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: id,
    parentSpanId: parent,
    name: id,
    startTimeUnixNano: String(BigInt(1_764_000_000) * 1_000_000_000n + BigInt(startS * 1e9)),
    endTimeUnixNano: String(BigInt(1_764_000_000) * 1_000_000_000n + BigInt(endS * 1e9)),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) })),
  }
}

function anyValue(value: unknown): object {
  if (typeof value === 'number') return { intValue: String(value) }
  return { stringValue: typeof value === 'string' ? value : JSON.stringify(value) }
}

const exported = (...spans: readonly object[]) => ({
  resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans }] }],
})

const trajectories = (...spans: readonly object[]) =>
  spansToTrajectories(readSpans(exported(...spans), 'otel.json, line 1'))

const text = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })
const called = (...ids: readonly string[]) => ({
  role: 'assistant',
  parts: ids.map((id) => ({ type: 'tool_call', id, name: 'run', arguments: { id } })),
})
const result = (id: string) => {
  return { role: 'tool', parts: [{ type: 'tool_call_response', id, response: `ran ${id}` }] }
}

const asked = [text('system', 'You fix.'), text('user', 'Fix it.')]

/** Tokens are recorded without content where no messages are given. */
function chat(span: Written, input: readonly object[] | number, output?: object) {
  const messages =
    typeof input === 'number'
      ? { 'gen_ai.usage.input_tokens': input }
      : { 'gen_ai.input.messages': input, 'gen_ai.output.messages': [output] }
  return otlp(span, { [op]: 'chat', 'gen_ai.usage.output_tokens': 10, ...messages })
}

test('inference spans are steps, and execute_tool spans the latency of tools', () => {
  const [one] = trajectories(
    otlp({ id: 'root', times: [0, 9] }, { [op]: 'invoke_agent' }),
    chat({ id: 'a', parent: 'root', times: [0, 2] }, asked, called('x', 'y')),
    otlp({ id: 't1', parent: 'root', times: [2.25, 3] }, { [op]: 'execute_tool' }),
    otlp({ id: 't2', parent: 'root', times: [2.5, 4] }, { [op]: 'execute_tool' }),
    chat(
      { id: 'b', parent: 'root', times: [4.5, 6] },
      [...asked, called('x', 'y'), result('x'), result('y')],
      text('assistant', 'Fixed.'),
    ),
  )
  expect(one?.steps).toMatchObject([
    { after: [], continues: null, toolS: 0, calls: [{ id: 'x' }, { id: 'y' }] },
    { after: [0], continues: 0, answer: 'Fixed.', outputTokens: 10, tools: 2 },
  ])
  // Tools from 2.25 to 4 s; what is left of the pause is no tool's.
  expect(one?.steps[1]?.toolS).toBeCloseTo(1.75, 5)
  expect(one?.steps[1]?.thinkS).toBeCloseTo(0.75, 5)
  expect(one?.steps[1]?.messages).toEqual([
    { role: 'tool', tool_call_id: 'x', content: 'ran x' },
    { role: 'tool', tool_call_id: 'y', content: 'ran y' },
  ])
})

test('invoke_agent spans inside an agent are subagents, in parallel where they overlap', () => {
  const inner = (id: string, from: number, to: number) => [
    otlp({ id: `tool ${id}`, parent: 'root', times: [from, to] }, { [op]: 'execute_tool' }),
    otlp({ id, parent: `tool ${id}`, times: [from, to] }, { [op]: 'invoke_agent' }),
    chat({ id: `${id}1`, parent: id, times: [from, from + 1] }, [text('user', id)], called()),
    chat({ id: `${id}2`, parent: id, times: [from + 1.5, to] }, [text('user', 'more')], called()),
  ]
  const [one] = trajectories(
    // Exporters write spans when they end: children first.
    ...inner('s', 3, 6),
    ...inner('r', 3.5, 7),
    chat({ id: 'b', parent: 'root', times: [7.5, 8] }, [text('user', 'join')], called()),
    chat({ id: 'a', parent: 'root', times: [0, 2] }, asked, called()),
    otlp({ id: 'root', times: [0, 9] }, { [op]: 'invoke_agent' }),
  )
  expect(one?.steps.map(({ after }) => after)).toEqual([[], [0], [1], [0], [3], [2, 4]])
  expect(one?.steps.map(({ thinkS, toolS }) => ((thinkS ?? 0) + (toolS ?? 0)).toFixed(2))).toEqual([
    '0.00',
    '1.00',
    '0.50',
    '1.50',
    '0.50',
    '0.50',
  ])
})

test('without content prompts are made, and go on where their tokens allow it', () => {
  const [one] = trajectories(
    chat({ id: 'a', times: [0, 1] }, 100),
    chat({ id: 'b', times: [2, 3] }, 150),
    chat({ id: 'c', times: [4, 5] }, 90),
  )
  expect(one?.steps.map(({ continues }) => continues)).toEqual([null, 0, null])
  expect(one?.steps.map(({ made }) => made?.map(({ tokens }) => tokens))).toEqual([
    [100],
    [40],
    [90],
  ])
})

test('traces of one conversation are one trajectory, others are not', () => {
  const id = 'gen_ai.conversation.id'
  const spans = [0, 5, 9].map((at) => ({
    trace_id: `trace ${at}`,
    span_id: `span ${at}`,
    start_time: new Date(at * 1000).toISOString(),
    end_time: new Date((at + 1) * 1000).toISOString().replace('Z', ''),
    attributes: {
      [op]: 'chat',
      'gen_ai.usage.input_tokens': 10 + 20 * at,
      'gen_ai.usage.output_tokens': 5,
      ...(at < 9 && { [id]: 'c' }),
    },
  }))
  const both = spansToTrajectories(readSpans({ spans }, 'spans.json, line 1'))
  expect(both.map(({ steps }) => steps.length)).toEqual([2, 1])
  expect(both[0]?.steps[1]).toMatchObject({ after: [0], continues: 0, thinkS: 4 })
})

test.each([
  [
    'a tool result that no call asked for',
    () => [
      chat({ id: 'a', times: [0, 1] }, asked, called('x')),
      chat({ id: 'b', times: [2, 3] }, [...asked, called('x'), result('z')], text('assistant', '')),
    ],
    'spans.1: gen_ai.input.messages.0.tool_call_id: no response before it calls a tool with the id "z"',
  ],
  [
    'a span that ends before it begins',
    () => [chat({ id: 'a', times: [3, 1] }, 10)],
    'endTimeUnixNano: 1764000001 s is before 1764000003 s',
  ],
  [
    'a call without content and tokens',
    () => [chat({ id: 'a', times: [0, 1] }, 0)],
    'spans.0: neither gen_ai.input.messages nor gen_ai.usage.input_tokens',
  ],
  [
    'messages of another form',
    () => [chat({ id: 'a', times: [0, 1] }, [{ parts: 3 }], called())],
    'gen_ai.input.messages: [0].role: is missing',
  ],
])('refuses %s', (_what, spans, problem) => {
  expect(() => trajectories(...spans())).toThrow(problem)
})
