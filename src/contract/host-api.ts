// The calls about machines that servers are launched on.
import { z } from 'zod'
import { hostFactsSchema } from '#core/model/host/host-facts.ts'
import {
  configuredHostSchema,
  hostAnswerSchema,
  hostQuestionSchema,
  hostSchema,
  hostSpecSchema,
} from '#core/model/host/host.ts'
import { byId, call, nothing } from './call.ts'

const name = z.string().min(1).max(200)

export const hostApi = {
  /** This computer first. */
  list: call.output(z.array(hostSchema)),
  /** What ~/.ssh/config has to offer. */
  configured: call.output(z.array(configuredHostSchema)),
  /** Adds it without connecting. */
  add: call.input(z.object({ name: name.nullable(), spec: hostSpecSchema })).output(hostSchema),
  edit: call.input(z.object({ id: z.string(), name, spec: hostSpecSchema })).output(hostSchema),
  /** Refused while a server that was launched there is still in the list. */
  remove: call.input(byId).output(nothing),
  /** Resolves when it is connected. Until then questions may arrive as events; they wait for `answer`. */
  connect: call.input(byId).output(hostSchema),
  /** Servers over there run on. Withdraws what it asked. */
  disconnect: call.input(byId).output(hostSchema),
  /** Open questions, for a window that was opened later. */
  questions: call.output(z.array(hostQuestionSchema)),
  answer: call.input(z.object({ id: z.string(), answer: hostAnswerSchema })).output(nothing),
  /** Connects if need be. Looking for installations takes seconds; without it those found last stay. */
  facts: call
    .input(z.object({ id: z.string(), withInstallations: z.boolean().default(true) }))
    .output(hostFactsSchema),
}
