import { describe, expect, it } from 'vitest'
import { apiCalls } from './api.ts'

const documentOf = (max: number, required = ['name']) => ({
  paths: {
    '/api/plot': { get: { tags: ['plot'], summary: 'List plots', responses: { 200: { $ref: '#/components/schemas/Plot' } } } },
    '/api/ping': { get: { tags: ['other'], summary: 'Is it there', responses: {} } },
  },
  components: {
    schemas: {
      Plot: { properties: { area: { $ref: '#/components/schemas/Area' }, next: { $ref: '#/components/schemas/Plot' } }, required },
      Area: { maximum: max },
    },
  },
})
const lineOf = (text: string, path: string) => text.split('\n').find((line) => line.includes(`\`${path}\``))

describe('apiCalls', () => {
  it('changes the digest of a call with a shape that it refers to by way of another, and of no other call', () => {
    const [before, after] = [apiCalls(documentOf(10)), apiCalls(documentOf(20))]
    expect(lineOf(after, '/api/plot')).not.toBe(lineOf(before, '/api/plot'))
    expect(lineOf(after, '/api/ping')).toBe(lineOf(before, '/api/ping'))
    expect(lineOf(apiCalls(documentOf(10, [])), '/api/plot')).not.toBe(lineOf(before, '/api/plot'))
  })
  it('is the same for the same document, whatever the order of its keys', () => {
    const { paths, components } = documentOf(10)
    expect(apiCalls({ components, paths } as ReturnType<typeof documentOf>)).toBe(apiCalls({ paths, components } as ReturnType<typeof documentOf>))
  })
})
