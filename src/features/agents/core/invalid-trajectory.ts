// Errors of recorded trajectories, with file, line and field.
import { message, remedied, type MessageWithRemedy } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { ChatMessage } from '#core/workload/message-content.ts'
import type { ToolCall } from '#core/workload/sampled-request.ts'

export function invalidTrajectory(where: string, problem: MessageWithRemedy): AppError {
  const text = message('common.at', { place: where, text: problem.message })
  return new AppError('dataset-invalid', text, { field: 'datasetPath', remedy: problem.remedy })
}

/** Tool calls of one context that still lack a result. */
export class OpenCalls {
  readonly #where: string
  readonly #open = new Map<string, string>()

  constructor(where: string) {
    this.#where = where
  }

  /** `field` is the field with the calls. */
  add(calls: readonly ToolCall[], field: string): void {
    for (const { id } of calls) this.#open.set(id, field)
  }

  /** Throws if no earlier call requests this result. */
  close({ role, tool_call_id: id }: ChatMessage, field: string): void {
    if (role !== 'tool') return
    if (typeof id === 'string' && this.#open.delete(id)) return
    throw invalidTrajectory(
      this.#where,
      remedied('workload.strayToolResult', { field: `${field}.tool_call_id`, id: String(id) }),
    )
  }

  /** Throws if a step follows although a call lacks its result. */
  requireClosed(): void {
    for (const [id, field] of this.#open) {
      throw invalidTrajectory(this.#where, remedied('workload.unansweredCall', { field, id }))
    }
  }
}

/** Throws if a time precedes the one that it should follow. */
export function requireForwards(
  where: string,
  { field, atS, afterS }: Readonly<{ field: string; atS: number; afterS: number }>,
): void {
  if (atS >= afterS) return
  throw invalidTrajectory(
    where,
    remedied('workload.timesBackwards', { field, at: atS, before: afterS }),
  )
}
