// A benchmark without likely secrets, for display, storage and files.
import type { z } from 'zod'
import type { BenchmarkConfig, BenchmarkField } from '#core/flags/benchmark-fields.ts'
import { furtherUrlFields, furtherUrls } from '#core/flags/server-urls.ts'
import { decoded, isSecretName } from './credential-parts.ts'
import { hiddenValue } from './secret-pattern.ts'

export { hiddenValue } from './secret-pattern.ts'

type JsonValue = z.core.util.JSONType

/** Names in a request body whose value is a secret; no benchmark setting has such a name. */
const secretName =
  /^(api[_-]?key|secret([_-]?key)?|password|passwd|authorization|((access|api|auth|bearer|hf)[_-]?)token)$/i

/** Values of headers are usually secrets and never leave the process. */
export function presentable(config: BenchmarkConfig): BenchmarkConfig {
  return {
    ...config,
    header: withoutValues(config.header),
    extraBody: withoutSecretMembers(config.extraBody),
    baseUrl: config.baseUrl === null ? null : withoutCredentials(config.baseUrl),
    ...(Object.fromEntries(
      furtherUrlFields.map((field) => [field, presentableUrls(config[field] as JsonValue)]),
    ) as object),
    endpoint: withoutCredentials(config.endpoint),
  }
}

const hidingFields = ['header', 'extraBody', 'baseUrl', ...furtherUrlFields, 'endpoint'] as const

/** A hidden value, or a hidden parameter of an address. */
const hidingText = /"\*\*\*"|[?&][^"=]*=\*\*\*/

/** Fields with a removed value, which would send asterisks if reused. */
export function hiddenFields(config: BenchmarkConfig): BenchmarkField[] {
  return hidingFields.filter((field) => hidingText.test(JSON.stringify(config[field] ?? null)))
}

type WithSecrets = Pick<BenchmarkConfig, 'header' | 'extraBody' | 'baseUrl'> &
  Partial<Pick<BenchmarkConfig, 'endpoint' | 'model' | 'servedModelName'>>

/** The hidden values, for callers that must find them in other texts. Excludes parts of the model's name, which is public. */
export function secretsOf(config: WithSecrets): readonly string[] {
  const { header, extraBody, baseUrl, endpoint, model, servedModelName } = config
  const addresses = [baseUrl, ...furtherUrls(config), endpoint]
  const secrets = [
    ...Object.entries(header).flatMap(([name, value]) =>
      ordinaryHeader.test(name) ? [] : [value],
    ),
    ...secretsWithin(extraBody),
    ...addresses.flatMap((address) => (address ? secretsInAddress(address) : [])),
  ]
  return secrets.filter((each) => ![model, servedModelName].some((name) => name?.includes(each)))
}

/** Values of headers, except those that every client sends. */
export function headerSecrets(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    ordinaryHeader.test(name) ? [] : [value],
  )
}

const ordinaryHeader =
  /^(accept(-.*)?|cache-control|connection|content-(type|length|encoding)|host|user-agent)$/i

/** User and password, and values of parameters with a secret name. */
export function secretsInAddress(address: string): readonly string[] {
  const pair = credentials.exec(address)?.[2]
  const parameters = [...address.matchAll(parameter)].flatMap(([, , name = '', value = '']) =>
    isSecretName(decoded(name)) ? [decoded(value.replaceAll('+', ' ')), decoded(value)] : [],
  )
  return [...(pair ? [pair] : []), ...parameters]
}

function secretsWithin(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(secretsWithin)
  if (!isMembers(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const isText = typeof member === 'string' || typeof member === 'number'
    return secretName.test(name) && isText ? [String(member)] : secretsWithin(member)
  })
}

/** Variant for single fields, whose values may be invalid. */
export const presentableValues: Readonly<Record<string, (value: JsonValue) => JsonValue>> = {
  header: (value) => (isMembers(value) ? withoutValues(value) : hiddenValue),
  extraBody: withoutSecretsWithin,
  baseUrl: (value) => (typeof value === 'string' ? withoutCredentials(value) : value),
  ...Object.fromEntries(furtherUrlFields.map((field) => [field, presentableUrls])),
}

function presentableUrls(value: JsonValue): JsonValue {
  return Array.isArray(value) ? value.map(presentableUrl) : value
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

const parameter = /([?&;])([^=&;#?]+)=([^&;#]*)/g

/** `http://user:password@host?key=1` → `http://host?key=***`. */
export function withoutCredentials(url: string): string {
  return url
    .replace(credentials, '$1')
    .replace(parameter, (whole, before: string, name: string) =>
      isSecretName(decoded(name)) ? `${before}${name}=${hiddenValue}` : whole,
    )
}
