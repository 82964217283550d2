// How many tokens one row of a dataset may ask for: more than any model reads, and few enough to make.
import { z } from 'zod'

export const mostTokens = 2 ** 24

export const tokenLength = z.int().min(1).max(mostTokens)
