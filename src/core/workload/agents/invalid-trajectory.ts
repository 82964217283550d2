// What makes a recorded trajectory invalid, as an error that names file, line and field.
import { message, type Message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { ChatMessage } from '../message-content.ts'
import type { ToolCall } from './trajectory.ts'

export function invalidTrajectory(where: string, problem: Message, remedy: Text): AppError {
  return new AppError('dataset-invalid', message('common.at', { place: where, text: problem }), {
    field: 'datasetPath',
    remedy,
  })
}

/** The tool calls of one context that wait for results. */
export class OpenCalls {
  readonly #where: string
  readonly #open = new Map<string, string>()

  constructor(where: string) {
    this.#where = where
  }

  /** `field` holds the calls. */
  add(calls: readonly ToolCall[], field: string): void {
    for (const { id } of calls) this.#open.set(id, field)
  }

  /** Throws for a result that no call before it asks for. */
  close({ role, tool_call_id: id }: ChatMessage, field: string): void {
    if (role !== 'tool') return
    if (typeof id === 'string' && this.#open.delete(id)) return
    throw invalidTrajectory(
      this.#where,
      message('workload.strayToolResult', { field: `${field}.tool_call_id`, id: String(id) }),
      message('workload.strayToolResult.remedy'),
    )
  }

  /** Throws where a step would follow although a call has no result. */
  requireClosed(): void {
    for (const [id, field] of this.#open) {
      throw invalidTrajectory(
        this.#where,
        message('workload.unansweredCall', { field, id }),
        message('workload.unansweredCall.remedy'),
      )
    }
  }
}

/** Throws where a time is before the one it follows. */
export function requireForwards(
  where: string,
  { field, atS, afterS }: Readonly<{ field: string; atS: number; afterS: number }>,
): void {
  if (atS >= afterS) return
  throw invalidTrajectory(
    where,
    message('workload.timesBackwards', { field, at: atS, before: afterS }),
    message('workload.timesBackwards.remedy'),
  )
}
