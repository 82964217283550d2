// Answers of Triton's generate extension, as an ensemble around TensorRT-LLM gives them: text in pieces, and no end.
import type { AnswerShape } from './answer-shape.ts'

export function tritonShape(model: string): AnswerShape {
  const output = (text: string): string =>
    JSON.stringify({
      ...{ model_name: model, model_version: '1' },
      ...{ sequence_end: false, sequence_id: 0, sequence_start: false, text_output: text },
    })
  const event = (text: string): string => `data: ${output(text)}\n\n`
  return {
    opening: '',
    delta: event,
    last: ({ ending }) => event(ending.text),
    usage: () => '',
    closing: '',
    whole: output,
  }
}
