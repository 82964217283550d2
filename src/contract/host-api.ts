// The calls about machines that servers are launched on.
import { textSchema } from '#core/messages/text-schema.ts'
import { z } from 'zod'
import { hostFactsSchema } from '#core/model/host/host-facts.ts'
import {
  configuredHostSchema,
  hostAnswerSchema,
  hostQuestionSchema,
  hostSchema,
  hostSpecSchema,
} from '#core/model/host/host.ts'
import {
  launchProfileSchema,
  profileDifferenceSchema,
  serveRuntimeSchema,
  storedProfileSchema,
} from '#core/model/server/launch-profile.ts'
import { serveConfigSchema } from '#core/model/server/serve-config.ts'
import { flagCatalogueSchema } from '#core/vllm/flags/flag-index.ts'
import { modelFactsSchema } from '#core/vllm/model-facts.ts'
import { serveFindingSchema } from '#core/vllm/rules/launch-plan.ts'
import { languages } from '#core/messages/languages.ts'
import { reportFormats } from '#core/model/report-format.ts'
import { byId, call, nothing } from './call.ts'

const name = z.string().min(1).max(200)

export const hostApi = {
  /** This computer first. */
  list: call.output(z.array(hostSchema)),
  /** What ~/.ssh/config has to offer. */
  configured: call.output(z.array(configuredHostSchema)),
  /** Contexts of the kubeconfig, whose pods can send load. Their credentials stay here. */
  clusters: call.output(z.array(z.object({ context: z.string(), namespace: z.string() }))),
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

// The calls about launch profiles: kept, compared, checked, shown as the command they stand for.
const profileForHost = z.object({ profile: launchProfileSchema, hostId: z.string() })

/** The facts of a profile that are known without asking the host. */
const profilePreviewSchema = z.object({
  /** The exact command, one flag a line; a port that is not chosen yet stands as 8000. */
  command: z.string(),
  findings: z.array(serveFindingSchema),
})

/** The same, with what the host says. */
const preflightSchema = profilePreviewSchema.extend({
  /** Where the server is to listen: the one of the profile, or a free one. */
  port: z.int(),
  /** Of the installation; null where it cannot be asked. */
  version: z.string().nullable(),
  /** Whether the model is on the host already. */
  isModelThere: z.boolean(),
  model: modelFactsSchema.nullable(),
})

export const profileApi = {
  /** Last changed first. */
  list: call.output(z.array(storedProfileSchema)),
  /** Secrets in it are taken out; the variables that carry them are named instead. Null makes a new one. */
  save: call
    .input(z.object({ id: z.string().nullable(), profile: launchProfileSchema }))
    .output(storedProfileSchema),
  /** Null adds a number to its name. */
  clone: call
    .input(z.object({ id: z.string(), name: z.string().min(1).max(200).nullable() }))
    .output(storedProfileSchema),
  remove: call.input(byId).output(nothing),
  compare: call
    .input(z.object({ firstId: z.string(), secondId: z.string() }))
    .output(z.array(profileDifferenceSchema)),
  /** Answers at once: for every change of a form. Null where no host is chosen yet. */
  preview: call
    .input(profileForHost.extend({ hostId: z.string().nullable() }))
    .output(profilePreviewSchema),
  /** Asks the host: port, GPUs, model, version. Takes a second or two. */
  preflight: call.input(profileForHost).output(preflightSchema),
  /** The flags of `vllm serve` known without asking an installation. */
  catalogue: call.output(flagCatalogueSchema),
  /** The flags of an installation, from its own help; takes as long as vLLM needs to load. */
  installedFlags: call
    .input(z.object({ hostId: z.string(), runtime: serveRuntimeSchema }))
    .output(flagCatalogueSchema),
  /** A pasted command line. Secrets in it come apart, by environment variable. */
  importCommand: call.input(z.object({ text: z.string() })).output(
    z.object({
      config: serveConfigSchema,
      environment: z.record(z.string(), z.string()),
      secrets: z.record(z.string(), z.string()),
      notes: z.array(z.object({ message: textSchema, remedy: textSchema })).readonly(),
    }),
  ),
  /** The text of a configuration file of vLLM; its model is empty where it names none. */
  importFile: call
    .input(z.object({ text: z.string() }))
    .output(serveConfigSchema.extend({ model: z.string() })),
  exportFile: call.input(z.object({ profile: launchProfileSchema })).output(z.string()),
}

export type ProfilePreview = z.infer<typeof profilePreviewSchema>
export type PreflightReport = z.infer<typeof preflightSchema>

// The calls about reports: made as a file that is kept for the window until it has read it, piece by piece, since one
// message cannot hold a whole one.
const reportOrderSchema = z.object({
  sweepIds: z.array(z.string()).default([]),
  runIds: z.array(z.string()).default([]),
  format: z.enum(reportFormats),
  /** Of pages and Markdown. */
  language: z.enum(languages).default('en'),
})

/** A file that waits to be read. */
const madeReportSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
})

export const reportApi = {
  make: call.input(reportOrderSchema).output(madeReportSchema),
  /** From `offset` on; as much as a message holds. */
  read: call
    .input(byId.extend({ offset: z.int().min(0) }))
    .output(z.object({ base64: z.string() })),
  /** It is read, or not wanted any more. */
  remove: call.input(byId).output(nothing),
}

export type ReportOrder = z.infer<typeof reportOrderSchema>
export type MadeReport = z.infer<typeof madeReportSchema>
