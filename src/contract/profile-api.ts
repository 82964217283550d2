// The calls about launch profiles: kept, compared, checked, shown as the command they stand for.
import { z } from 'zod'
import {
  launchProfileSchema,
  profileDifferenceSchema,
  serveRuntimeSchema,
  storedProfileSchema,
} from '#core/model/server/launch-profile.ts'
import { serveConfigSchema } from '#core/model/server/serve-config.ts'
import { flagCatalogueSchema } from '#core/vllm/flags/serve-flag.ts'
import { modelFactsSchema } from '#core/vllm/model-facts.ts'
import { serveFindingSchema } from '#core/vllm/rules/serve-rule.ts'
import { byId, call, nothing } from './call.ts'

const profileForHost = z.object({ profile: launchProfileSchema, hostId: z.string() })

/** What a profile amounts to, as far as it is known without asking the host. */
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
