// What a programme's host shows of it to anybody.
import { describe, expect, it } from 'vitest'
import { siteOf, tenantAnswer } from './tenant.ts'

const tenant = { id: 7, subdomain: 'coffee', name: 'Coffee', timezone: 'Africa/Kampala', country: 'UG', config: {}, theme: {} }
const regionOf = (config: Record<string, unknown>) => tenantAnswer(siteOf({ ...tenant, config }, 'coffee.farmbook.test', true), 'coffee').region

describe('tenantAnswer', () => {
  it('says the programme’s own time zone, and its currency where one is set', () => {
    expect(regionOf({ currency: 'UGX' })).toEqual({ timezone: 'Africa/Kampala', currency: 'UGX', area: 'ha 1' })
    expect(regionOf({ currency: 'x', timezone: 'Asia/Kolkata' })).toEqual({ timezone: 'Africa/Kampala', currency: 'INR', area: 'ha 1' })
  })
})
