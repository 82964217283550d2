// Ranking documents for a query. The original sends these fields and no others, whatever `--extra-body` says.
import { message } from '#core/messages/message.ts'
import { AppError } from '../../model/app-error.ts'
import type { RequestForm } from '../requests/request-form.ts'
import { cutToModel } from './embeddings.ts'

export const rerankRequest: RequestForm = {
  encoding: 'json',
  sendsKey: true,
  fields: ({ prompt: query, furtherPrompts: documents = [] }, { config, model }) => {
    if (documents.length > 0) return { model, query, documents, ...cutToModel(config) }
    throw new AppError('unsupported', message('workload.noDocuments'), {
      field: 'datasetName',
      remedy: message('workload.noDocuments.remedy'),
    })
  },
}
