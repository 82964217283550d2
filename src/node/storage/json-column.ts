// Columns that hold JSON; anyone who reads one parses it with its schema.

export function fromJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}

export function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
