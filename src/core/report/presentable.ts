// A benchmark as it may be shown, kept and written: what is likely to be a secret is not in it.
import type { z } from 'zod'
import type { BenchmarkConfig, BenchmarkField } from '../model/benchmark/benchmark-fields.ts'

type JsonValue = z.core.util.JSONType

export const hiddenValue = '***'

/** Names in a request body of which the value is a secret; nothing that a benchmark means is called so. */
const secretName =
  /^(api[_-]?key|secret([_-]?key)?|password|passwd|authorization|((access|api|auth|bearer|hf)[_-]?)token)$/i

/** Values of headers are secrets more often than not and never leave the process. */
export function presentable(config: BenchmarkConfig): BenchmarkConfig {
  return {
    ...config,
    header: withoutValues(config.header),
    extraBody: withoutSecretMembers(config.extraBody),
    baseUrl: config.baseUrl === null ? null : withoutCredentials(config.baseUrl),
    otherBaseUrls: config.otherBaseUrls?.map(withoutCredentials) ?? null,
  }
}

const hidingFields = ['header', 'extraBody'] as const

/** Those of which a value was not kept: sent again, they would hold stars. */
export function hiddenFields(config: BenchmarkConfig): BenchmarkField[] {
  const hidden = JSON.stringify(hiddenValue)
  return hidingFields.filter((field) => JSON.stringify(config[field]).includes(hidden))
}

/** The hidden values, for callers that must find them in other texts. */
export function secretsOf({
  header,
  extraBody,
  baseUrl,
}: Pick<BenchmarkConfig, 'header' | 'extraBody' | 'baseUrl'>): readonly string[] {
  const password = baseUrl === null ? undefined : credentials.exec(baseUrl)?.[2]
  return [...Object.values(header), ...secretsWithin(extraBody), ...(password ? [password] : [])]
}

function secretsWithin(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(secretsWithin)
  if (!isMembers(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    secretName.test(name) && typeof member === 'string' ? [member] : secretsWithin(member),
  )
}

/** The same for single fields, whose values need not be what they should be. */
export const presentableValues: Readonly<Record<string, (value: JsonValue) => JsonValue>> = {
  header: (value) => (isMembers(value) ? withoutValues(value) : hiddenValue),
  extraBody: withoutSecretsWithin,
  baseUrl: (value) => (typeof value === 'string' ? withoutCredentials(value) : value),
  otherBaseUrls: (value) => (Array.isArray(value) ? value.map(presentableUrl) : value),
}

function presentableUrl(value: JsonValue): JsonValue {
  return typeof value === 'string' ? withoutCredentials(value) : value
}

function isMembers(value: JsonValue): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withoutValues(header: Readonly<Record<string, JsonValue>>): Record<string, string> {
  return Object.fromEntries(Object.keys(header).map((name) => [name, hiddenValue]))
}

function withoutSecretMembers(body: Record<string, JsonValue>): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      secretName.test(name) ? hiddenValue : withoutSecretsWithin(value),
    ]),
  )
}

function withoutSecretsWithin(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutSecretsWithin)
  return isMembers(value) ? withoutSecretMembers(value) : value
}

const credentials = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)@/i

/** `http://user:password@host` → `http://host`. */
export function withoutCredentials(url: string): string {
  return url.replace(credentials, '$1')
}
