// Refusals in the shape vLLM gives them, so that clients meet what they will meet in earnest.

const errorTypes = {
  400: 'BadRequestError',
  404: 'NotFoundError',
  405: 'MethodNotAllowedError',
  413: 'PayloadTooLargeError',
  503: 'ServiceUnavailableError',
} as const

export class ApiError extends Error {
  readonly status: keyof typeof errorTypes
  readonly param: string | null

  constructor(status: keyof typeof errorTypes, message: string, param: string | null = null) {
    super(message)
    this.status = status
    this.param = param
  }

  get body(): object {
    const type = errorTypes[this.status]
    return { error: { message: this.message, type, param: this.param, code: this.status } }
  }
}
