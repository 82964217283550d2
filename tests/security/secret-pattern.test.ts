// Secrets in every spelling that a server may give them, made by Node and not by the pattern.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { credentialParts, isSecretName } from '#core/redaction/credential-parts.ts'
import { secretRedactor } from '#core/redaction/secret-pattern.ts'

const secrets = ['sk-7Hq.+/(x)[a]{2}|$^*?', 'pä55 "wörd" & <more>', 'deadBEEF0123', 'k\\e/y\n9']

function base64s(secret: string): readonly string[] {
  return ['', 'a', 'ab', 'user:'].flatMap((before) =>
    ['', 'z', '\u0001\u0002'].flatMap((after) => {
      const bytes = Buffer.from(before + secret + after)
      const standard = bytes.toString('base64')
      return [
        standard,
        standard.replaceAll('=', ''),
        bytes.toString('base64url'),
        encodeURIComponent(standard),
        standard.replaceAll('/', String.raw`\/`),
        `${standard.slice(0, 4)}\r\n${standard.slice(4)}`,
      ]
    }),
  )
}

function spellings(secret: string): readonly string[] {
  const bytes = [...Buffer.from(secret)]
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'))
  const units = Array.from({ length: secret.length }, (_, place) => secret.charCodeAt(place))
  const json = JSON.stringify(secret).slice(1, -1)
  return [
    ...[secret, json, JSON.stringify(json).slice(1, -1), secret.toUpperCase()],
    ...[encodeURIComponent(secret), encodeURIComponent(encodeURIComponent(secret))],
    new URLSearchParams({ '': secret }).toString().slice(1),
    hex.map((each) => `%${each}`).join(''),
    hex.map((each) => `%${each.toUpperCase()}`).join(''),
    ...[hex.join(''), hex.join('').toUpperCase(), hex.join(' '), hex.join(':')],
    units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join(''),
    bytes.map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    bytes.join(', '),
    Buffer.from(secret, 'utf16le').toString('hex'),
    [...secret].map((each) => `&#${each.codePointAt(0) ?? 0};`).join(''),
    [...secret]
      .map((each) => `&#x${(each.codePointAt(0) ?? 0).toString(16).toUpperCase()};`)
      .join(''),
    secret.replace(/[&<>"]/g, (each) => entities[each] ?? each),
  ]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

test.each(secrets)('%j is replaced in every spelling', (secret) => {
  const redact = secretRedactor([secret]) ?? String
  for (const spelling of spellings(secret)) {
    expect(redact(`it was "${spelling}".`)).toBe('it was "***".')
  }
})

test.each(secrets)('%j is replaced in base64, wherever it begins and ends', (secret) => {
  const redact = secretRedactor([secret]) ?? String
  for (const encoded of base64s(secret)) {
    const middle = Math.floor(encoded.length / 2)
    expect(redact(encoded)).not.toContain(encoded.slice(middle - 2, middle + 2))
    expect(redact(encoded)).toContain('***')
  }
})

test('a secret is replaced if it was encoded in base64 twice', () => {
  for (const secret of secrets) {
    const twice = Buffer.from(Buffer.from(secret).toString('base64')).toString('base64')
    expect(secretRedactor([secret])?.(twice)).toContain('***')
  }
})

test('any secret of eight characters or more is replaced, alone and encoded', () => {
  const secret = fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme' })
  fc.assert(
    fc.property(
      secret.filter((text) => /[^a-z]/i.test(text.slice(1, 7)) && !/\p{Surrogate}/u.test(text)),
      (text) => {
        const redact = secretRedactor([text]) ?? String
        for (const spelling of [text, encodeURIComponent(text), JSON.stringify(text)]) {
          expect(redact(`<${spelling}>`)).not.toContain(text)
        }
        expect(redact(Buffer.from(text).toString('base64'))).toContain('***')
      },
    ),
    { numRuns: 100 },
  )
})

test.each(['EMPTY', 'a', 'x7', 'model', 'token', 'vllm', '4096', 'abc'])(
  'the key "%s", which texts contain anyway, is replaced where it is a credential',
  (key) => {
    const redact = secretRedactor([key]) ?? String
    const sentence = 'The vllm model has 4096 tokens, EMPTY ones too: a b c x7 abc.'
    expect(redact(sentence)).toBe(sentence)
    expect(redact(`Bearer ${key}`)).toBe('Bearer ***')
    expect(redact(`{"api_key": "${key}"}`)).toBe('{"api_key": "***"}')
    expect(redact(`{"authorization":"Bearer ${key}"}`)).toBe('{"authorization":"Bearer ***"}')
    expect(redact(`?key=${key}&n=1`)).toBe('?key=***&n=1')
    expect(redact(String.raw`{\"x-team\":\"${key}\"}`)).toBe(String.raw`{\"x-team\":\"***\"}`)
  },
)

test('a text that was cut ends without the beginning of a secret', () => {
  const redact = secretRedactor(['sk-planted-8c1f']) ?? String
  expect(redact('You sent sk-plant')).toBe('You sent ***')
  expect(redact('You sent sk-planted-8c1…')).toBe('You sent ***…')
  expect(redact('It begins with "sk-plant"; it is no page.')).toBe(
    'It begins with "***"; it is no page.',
  )
  expect(redact('You sent sk-p, or so.')).toBe('You sent sk-p, or so.')
  const body = ' '.repeat(500)
  const coded = Buffer.from(`{"a":"sk-planted-8c1f`)
  const cutHex = coded.toString('hex').slice(0, -6)
  const cutBase64 = coded.toString('base64').slice(0, -6)
  expect(redact(body + cutHex)).not.toContain(Buffer.from('sk-plan').toString('hex'))
  expect(redact(body + cutBase64)).not.toContain(cutBase64.slice(12, 20))
})

test('one secret within another leaves nothing of the longer, and numbers stay numbers', () => {
  const redact = secretRedactor(['inner-77', 'outer-inner-77-x', '12345678']) ?? String
  expect(redact('outer-inner-77-x and inner-77')).toBe('*** and ***')
  expect(redact('{"created":1234567890,"n":0.12345678}')).toBe(
    '{"created":1234567890,"n":0.12345678}',
  )
  expect(secretRedactor(['', ''])).toBe(null)
})

test('a hostile text is searched in time in proportion to its length', () => {
  const redact = secretRedactor(['aaaaaaaaaaaaaaaaaaaaaaab', '%b\\\\\\\\\\c&d']) ?? String
  for (const piece of ['a', '%', '%25', '\\', '&amp;', '%2525', 'AAAA']) {
    // Quadratic time would take an hour.
    const text = `${piece.repeat(200_000)}!`
    expect(redact(text)).toBe(text)
  }
})

test.each([
  { value: 'Bearer abcdefgh', parts: ['Bearer abcdefgh', 'abcdefgh'] },
  { value: 'session=abcdefgh; theme=dark', parts: ['session=abcdefgh; theme=dark', 'abcdefgh'] },
  { value: 'a note of three words', parts: ['a note of three words'] },
  {
    value: `Basic ${Buffer.from('me:pä55:wörd').toString('base64')}`,
    parts: ['Basic bWU6cMOkNTU6d8O2cmQ=', 'bWU6cMOkNTU6d8O2cmQ=', 'me:pä55:wörd', 'pä55:wörd'],
  },
])('of "$value" are secret: $parts', ({ value, parts }) => {
  expect(credentialParts(value)).toEqual(parts)
})

test.each(['OPENAI_API_KEY', 'HF_TOKEN', 'key', 'api-key', 'subscription-key', 'sig', 'X-Auth'])(
  '%s is the name of a secret',
  (name) => expect(isSecretName(name)).toBe(true),
)

test.each([
  'PWD',
  'TOKENIZER',
  'MAX_TOKENS',
  'SSH_AUTH_SOCK',
  'AWS_CREDENTIALS_FILE',
  'api-version',
])('%s is not', (name) => expect(isSecretName(name)).toBe(false))
