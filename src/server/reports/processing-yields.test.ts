// Out-turns and flows of processes that keep what they are fed, worked out by hand.
import { describe, expect, it } from 'vitest'
import { yieldsOf } from './processing-yields.ts'

const sum = (account: string, material: string | null, kg: number, process = 'DYEING_FINISHING') => ({ process, material, account, kg, runs: 2 })

describe('yields of a dye house', () => {
  const { yields, flows } = yieldsOf(
    [sum('CONSUMED', 'YARN', -500), sum('CONSUMED', 'FABRIC', -1000), sum('PRODUCED', 'YARN', 470), sum('PRODUCED', 'FABRIC', 940)],
    [sum('WASTE', null, 45), sum('INVISIBLE', null, 45)],
  )
  it('are yarn of yarn and fabric of fabric', () => {
    expect(yields).toMatchObject([
      {
        inKg: 1500,
        outputs: [
          { material: 'YARN', kg: 470, share: 0.94 },
          { material: 'FABRIC', kg: 940, share: 0.94 },
        ],
        wasteShare: 0.03,
      },
    ])
  })
  it('flow from each to itself, and to the losses by weight', () => {
    expect(flows.filter(({ to }) => to === 'YARN' || to === 'FABRIC')).toEqual([
      { from: 'YARN', to: 'YARN', kg: 470 },
      { from: 'FABRIC', to: 'FABRIC', kg: 940 },
    ])
    expect(flows.filter(({ to }) => to === 'WASTE').map(({ kg }) => kg)).toEqual([15, 30])
  })
})
