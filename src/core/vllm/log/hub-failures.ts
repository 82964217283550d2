// Failures to load a model from Hugging Face or from a folder.
import { message } from '#core/messages/message.ts'
import type { FailurePatterns } from './failure-pattern.ts'

/** Text that shows which service answered: gateways, registries and the server have the same statuses. */
const signOfHub = String.raw`[Hh]ugging|\b[Hh]f[.A-Z-]|\bHub\b|for url|download|requesting`

function ofHub({ source }: RegExp): RegExp {
  return new RegExp(`(?:${source})(?:(?=[^]*(?:${signOfHub}))|(?<=(?:${signOfHub})[^]*))`)
}

export const hubFailures: FailurePatterns = {
  'gated-model': {
    pattern:
      /GatedRepoError|access (?:a )?gated repo|Access to model .* is restricted|awaiting a review|not in the authorized list/,
    text: 'failures.gatedModel',
  },
  'ngc-key': {
    pattern: /NGC_API_KEY|\bNGC\b.*(?:Authentication|Unauthorized|401|403)/,
    text: 'launch.ngcKey',
    isPrinted: true,
  },
  'model-missing': {
    pattern:
      /RepositoryNotFoundError|is not a valid model identifier|Invalid repository ID or local directory specified|Repository Not Found|modelscope\S*NotExistError/,
    text: 'failures.noModel',
  },
  'path-missing': {
    pattern: /HFValidationError(?:.*'(?<scheme>s3|gs|az|oss):\/\/)?|Repo id must (?:be|use)/,
    remedy: ({ scheme }) => (scheme ? message('launch.objectStoreFormat') : null),
    text: 'failures.pathMissing',
  },
  'revision-missing': {
    pattern: /RevisionNotFoundError|Revision Not Found|not a valid git identifier/,
    text: 'failures.noRevision',
  },
  'harmony-vocabulary': {
    pattern: /HarmonyError: error downloading or loading vocab/,
    text: 'failures.harmonyVocabulary',
  },
  'object-store': {
    pattern: /NoCredentialsError|Could not send runai_request|botocore\.exceptions/,
    text: 'failures.objectStore',
  },
  'hub-limit': {
    pattern: ofHub(/\b429 (?:Client|Too)|[Ee]rror:? 429\b|Too Many Requests|[Rr]ate limit/),
    text: 'failures.hubLimit',
  },
  'hub-token': {
    pattern: ofHub(
      /\b401 Client|[Ee]rror:? 401\b|Unauthorized|Invalid user token|Invalid (?:username|credentials)|token.{0,30}(?:is )?(?:invalid|expired)/,
    ),
    text: 'failures.hubToken',
  },
  'hub-forbidden': {
    pattern: ofHub(/\b403 Client|[Ee]rror:? 403\b|Forbidden/),
    text: 'failures.hubForbidden',
  },
  'hub-down': {
    pattern: ofHub(
      /\b50[0234]\b.*(?:Error|Unavailable|Gateway|Timeout)|Service Unavailable|Bad Gateway/,
    ),
    text: 'failures.hubDown',
  },
  'hub-certificate': {
    pattern:
      /CERTIFICATE_VERIFY_FAILED|SSLCertVerification|certificate verify failed|self[- ]signed certificate|SSLError/,
    text: 'failures.hubCertificate',
  },
  'hub-proxy': {
    pattern:
      /ProxyError|[Cc]annot connect to proxy|Unable to connect to proxy|Tunnel connection failed|407 Proxy/,
    text: 'failures.hubProxy',
  },
  'hub-offline': {
    pattern:
      /OfflineModeIsEnabled|offline mode is enabled|HF_HUB_OFFLINE|outgoing traffic has been disabled/,
    text: 'failures.hubOffline',
  },
  'hub-unreachable': {
    pattern:
      /couldn't connect to|LocalEntryNotFoundError|Temporary failure in name resolution|MaxRetryError|ConnectTimeout|Network is unreachable|NameResolutionError|Name or service not known|Failed to resolve|ConnectError|ReadTimeout|CAS service error/,
    text: 'failures.hubUnreachable',
    strength: 'vague',
  },
  'file-denied': {
    pattern: /PermissionError|\[Errno 13\]|Permission denied/,
    text: 'failures.fileDenied',
  },
}
