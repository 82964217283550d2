// A result file taken apart: one result, several on lines of their own, in a list, or lists one after the other.
import { inner, valueSpans, type Span } from './value-spans.ts'

/** In vLLM's own format, or as records for PyTorch's benchmarks, which together make one result. */
type ResultFormat = 'vllm' | 'pytorch'

export type WrittenResult = Readonly<{
  format: ResultFormat
  /** As the file has it. */
  text: string
  /** Where it begins, from 1. */
  line: number
}>

export function* splitResults(text: string): Generator<WrittenResult> {
  const lineAt = lineCounter(text)
  for (const { format, start, end } of resultSpans(text)) {
    yield { format, text: text.slice(start, end), line: lineAt(start) }
  }
}

function* resultSpans(text: string): Generator<Span & { format: ResultFormat }> {
  for (const span of valueSpans(text)) {
    if (isPyTorchList(text, span)) {
      yield { ...span, format: 'pytorch' }
    } else {
      const results = text[span.start] === '[' ? valueSpans(text, inner(span)) : [span]
      for (const result of results) yield { ...result, format: 'vllm' }
    }
  }
}

/** Its records are recognised by their first key. */
function isPyTorchList(text: string, list: Span): boolean {
  if (text[list.start] !== '[') return false
  const [first] = valueSpans(text, inner(list))
  if (first === undefined || text[first.start] !== '{') return false
  const [key] = valueSpans(text, inner(first))
  return key !== undefined && text.slice(key.start, key.end) === '"benchmark"'
}

/** For positions that only grow: no line is counted twice. */
function lineCounter(text: string): (position: number) => number {
  let line = 1
  let counted = 0
  return (position) => {
    for (
      let at = text.indexOf('\n', counted);
      at >= 0 && at < position;
      at = text.indexOf('\n', at + 1)
    ) {
      line++
      counted = at + 1
    }
    return line
  }
}
