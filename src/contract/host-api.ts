// Calls about hosts that run servers, launch profiles, and reports.
import { textSchema } from '#core/messages/text-schema.ts'
import { z } from 'zod'
import { hostFactsSchema } from '#core/model/host-facts.ts'
import {
  configuredHostSchema,
  hostAnswerSchema,
  hostQuestionSchema,
  hostSchema,
  hostSpecSchema,
} from '#core/model/host.ts'
import {
  launchProfileSchema,
  profileDifferenceSchema,
  serveConfigSchema,
  serveRuntimeSchema,
  storedProfileSchema,
} from '#core/model/launch-profile.ts'
import { flagCatalogueSchema } from '#core/vllm/flag-index.ts'
import { modelFactsSchema } from '#core/vllm/model-facts.ts'
import { serveFindingSchema } from '#core/vllm/launch/launch-plan.ts'
import { languages } from '#core/messages/languages.ts'
import { reportFormats } from '#core/model/report-format.ts'
import { byId, call, nothing } from './call.ts'

const name = z.string().min(1).max(200)

export const hostApi = {
  /** This computer first. */
  list: call.output(z.array(hostSchema)),
  /** Hosts in ~/.ssh/config. */
  configured: call.output(z.array(configuredHostSchema)),
  /** Contexts of the kubeconfig, whose pods can send load. Credentials are never returned. */
  clusters: call.output(z.array(z.object({ on: z.string(), namespace: z.string() }))),
  /** Adds it without connecting. */
  add: call.input(z.object({ name: name.nullable(), spec: hostSpecSchema })).output(hostSchema),
  edit: call.input(z.object({ id: z.string(), name, spec: hostSpecSchema })).output(hostSchema),
  /** Refused while the list contains a server that was launched there. */
  remove: call.input(byId).output(nothing),
  /** Resolves when it is connected. Until then events may contain questions, which wait for `answer`. */
  connect: call.input(byId).output(hostSchema),
  /** Servers on the host keep running. Withdraws open questions. */
  disconnect: call.input(byId).output(hostSchema),
  /** Open questions, for a window that is opened later. */
  questions: call.output(z.array(hostQuestionSchema)),
  answer: call.input(z.object({ id: z.string(), answer: hostAnswerSchema })).output(nothing),
  /** Connects if necessary. Searching for installations takes seconds; without the search, returns the previous result. */
  facts: call
    .input(z.object({ id: z.string(), withInstallations: z.boolean().default(true) }))
    .output(hostFactsSchema),
}

/** Input of calls about a launch profile on a host. */
const profileForHost = z.object({ profile: launchProfileSchema, hostId: z.string() })

/** Facts about a profile that need no access to the host. */
const profilePreviewSchema = z.object({
  /** Exact command, one flag per line; an undecided port appears as 8000. */
  command: z.string(),
  findings: z.array(serveFindingSchema),
})

/** Preview with the host's own facts. */
const preflightSchema = profilePreviewSchema.extend({
  /** Port that the server will listen on: from the profile, or a free one. */
  port: z.int(),
  /** Version of the installation; null if it cannot be queried. */
  version: z.string().nullable(),
  /** Whether the host already has the model. */
  isModelThere: z.boolean(),
  model: modelFactsSchema.nullable(),
})

export const profileApi = {
  /** Most recently changed first. */
  list: call.output(z.array(storedProfileSchema)),
  /** Secrets are removed and replaced by the names of their variables. Null creates a new profile. */
  save: call
    .input(z.object({ id: z.string().nullable(), profile: launchProfileSchema }))
    .output(storedProfileSchema),
  /** Null appends a number to its name. */
  clone: call
    .input(z.object({ id: z.string(), name: z.string().min(1).max(200).nullable() }))
    .output(storedProfileSchema),
  remove: call.input(byId).output(nothing),
  compare: call
    .input(z.object({ firstId: z.string(), secondId: z.string() }))
    .output(z.array(profileDifferenceSchema)),
  /** Resolves immediately, for use on every change of a form. Null until a host is chosen. */
  preview: call
    .input(profileForHost.extend({ hostId: z.string().nullable() }))
    .output(profilePreviewSchema),
  /** Queries the host: port, GPUs, model, version. Takes a second or two. */
  preflight: call.input(profileForHost).output(preflightSchema),
  /** Flags of `vllm serve` that are known without querying an installation. */
  catalogue: call.output(flagCatalogueSchema),
  /** Flags of an installation, from its own help; takes as long as loading vLLM. */
  installedFlags: call
    .input(z.object({ hostId: z.string(), runtime: serveRuntimeSchema }))
    .output(flagCatalogueSchema),
  /** Parses a pasted command line. Secrets in it are returned separately, by environment variable. */
  importCommand: call.input(z.object({ text: z.string() })).output(
    z.object({
      config: serveConfigSchema,
      environment: z.record(z.string(), z.string()),
      secrets: z.record(z.string(), z.string()),
      notes: z.array(z.object({ message: textSchema, remedy: textSchema })).readonly(),
    }),
  ),
  /** Parses a configuration file of vLLM; the model is empty if the file names none. */
  importFile: call
    .input(z.object({ text: z.string() }))
    .output(serveConfigSchema.extend({ model: z.string() })),
  exportFile: call.input(z.object({ profile: launchProfileSchema })).output(z.string()),
}

export type ProfilePreview = z.infer<typeof profilePreviewSchema>
export type PreflightReport = z.infer<typeof preflightSchema>

/** Creates a report as a file, which is stored until the window has read it in pieces: one message cannot contain it all. */
const reportOrderSchema = z.object({
  sweepIds: z.array(z.string()).default([]),
  runIds: z.array(z.string()).default([]),
  format: z.enum(reportFormats),
  /** Language of pages and Markdown. */
  language: z.enum(languages).default('en'),
})

/** File waiting to be read. */
const madeReportSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
})

export const reportApi = {
  make: call.input(reportOrderSchema).output(madeReportSchema),
  /** Reads from `offset` as much as fits in a message. */
  read: call
    .input(byId.extend({ offset: z.int().min(0) }))
    .output(z.object({ base64: z.string() })),
  /** Call this after reading, or to discard the file. */
  remove: call.input(byId).output(nothing),
}

export type ReportOrder = z.infer<typeof reportOrderSchema>
export type MadeReport = z.infer<typeof madeReportSchema>
