// The headers every request of a run carries. The request id is added per request, by anyone who sends it.

type HeaderOptions = Readonly<{
  /** JSON where not given. */
  contentType?: string
  /** Sent as a bearer token where given. */
  apiKey: string | null
  /** `--header` pairs; they win over the two above, whatever their case. */
  overrides: Readonly<Record<string, string>>
}>

export function requestHeaders({
  contentType = 'application/json',
  apiKey,
  overrides,
}: HeaderOptions): Record<string, string> {
  const authorization =
    apiKey === null || apiKey === '' ? {} : { Authorization: `Bearer ${apiKey}` }
  const overridden = new Set(Object.keys(overrides).map((name) => name.toLowerCase()))
  const ours = Object.entries({ 'Content-Type': contentType, ...authorization })
  return {
    ...Object.fromEntries(ours.filter(([name]) => !overridden.has(name.toLowerCase()))),
    ...overrides,
  }
}
