// Everybody's first page depends on which season is the default.
import { describe, expect, it } from 'vitest'
import { defaultSeason } from './default-season.ts'

const season = (id: string, startDate: string, endDate: string, status = 'OPEN') => ({ id, startDate, endDate, status })
const kharif = season('KH-2025', '2025-05-15', '2026-02-28')
const rabi = season('RB-2025', '2025-10-01', '2026-04-30')

describe('defaultSeason', () => {
  it('is none without seasons, and a closed one only when there is no other', () => {
    expect(defaultSeason([], '2025-11-18')).toBeUndefined()
    expect(defaultSeason([season('RB-2024', '2024-10-01', '2025-04-30', 'CLOSED')], '2025-11-18')?.id).toBe('RB-2024')
  })
  it('is the one being harvested while the next is being sown', () => {
    expect(defaultSeason([rabi, kharif], '2025-11-18')?.id).toBe('KH-2025')
    expect(defaultSeason([rabi, kharif], '2026-03-15')?.id).toBe('RB-2025')
  })
  it('between seasons is the open one that began last, not one planned for later', () => {
    expect(defaultSeason([season('KH-2027', '2027-05-15', '2028-02-28'), rabi, kharif], '2026-11-21')?.id).toBe('RB-2025')
  })
})
