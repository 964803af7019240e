// Addresses are text: what a person typed comes back as typed, and lists survive the round trip.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSearch, writeSearch } from './address.ts'
import { readListQuery, writeListQuery } from './list-query.ts'

describe('readSearch', () => {
  it('keeps numbers, null and true as the text they were', () => {
    expect(readSearch('?q=123&plan_event_id=7&a=null&b=true')).toEqual({ q: '123', plan_event_id: '7', a: 'null', b: 'true' })
  })
})

describe('writeSearch', () => {
  it('keeps filters readable', () => {
    expect(writeSearch({ 'filter[village]': 'Kasrawad,Sawda', q: '' })).toBe('?filter[village]=Kasrawad,Sawda')
  })
  it('gives back any text unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => text.isWellFormed()),
        (q) => {
          expect(readSearch(writeSearch({ q }))).toEqual({ q })
        },
      ),
    )
  })
})

describe('readListQuery', () => {
  it('reads values, ranges, order and search, and leaves other parameters alone', () => {
    const search = readSearch('?q=raju&sort=-updatedAt&filter[status]=ACTIVE,PENDING&filter[areaHa][gte]=2&mode=map&filter[bad name]=x')
    expect(readListQuery(search)).toEqual({ q: 'raju', sort: '-updatedAt', filters: { status: ['ACTIVE', 'PENDING'], 'areaHa.gte': ['2'] } })
  })
  it('is undone by writeListQuery', () => {
    const query = { q: 'a', sort: 'name', filters: { status: ['ACTIVE'], 'areaHa.lte': ['4'] } }
    expect(readListQuery(writeListQuery(query))).toEqual(query)
  })
})
