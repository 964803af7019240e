// The flocks and ponds of the dairy programme: a broiler house in its fourth week with a hot day, a layer house at the
// height of its laying, a carp pond in grow-out and a nursery pond whose water has gone bad.
import { addDays } from './calendar.ts'
import { random } from './random.ts'

type Stock = {
  entity: string
  key: string
  body: Record<string, unknown>
  events: { type: string; day: string; hour: number; data: Record<string, unknown> }[]
}
const ended = 25
const zero = {
  deadFemales: 0,
  deadMales: 0,
  deadUnsexed: 0,
  culledFemales: 0,
  culledMales: 0,
  culledUnsexed: 0,
  eggsGood: 0,
  eggsCracked: 0,
  eggsDirty: 0,
  eggsBroken: 0,
}

export function flocks(anchor: string, ids: ReadonlyMap<string, string>): Stock[] {
  const chance = random(930)
  const placed = addDays(anchor, -ended)
  const broiler: Stock = {
    entity: 'poultrybatch',
    key: 'broiler',
    body: {
      unitId: ids.get('house1'),
      name: 'Broilers of Diwali',
      birdType: 'BROILER',
      strainId: ids.get('broiler'),
      purpose: 'MEAT',
      housing: 'BARN',
      hatchery: 'Sagar Hatchery, Rajkot',
      hatchDate: placed,
      placementDate: placed,
      placedFemale: 0,
      placedMale: 0,
      placedUnsexed: 1200,
      chickWeightG: 42,
      popId: ids.get('pop broiler'),
    },
    events: [{ type: 'PLACEMENT', day: placed, hour: 8, data: { females: 0, males: 0, unsexed: 1200, weightG: 42, transportHours: 3 } }],
  }
  for (let age = 1; age <= ended; age++) {
    const day = addDays(placed, age)
    // The heat of one afternoon.
    const deadUnsexed = age === 20 ? 14 : age < 6 ? chance.int(1, 3) : chance.int(0, 2)
    broiler.events.push({
      type: 'DAILY_RECORD',
      day,
      hour: 19,
      data: {
        ...zero,
        day,
        deadUnsexed,
        feedKg: Math.round(1180 * (12 + age * 4.1)) / 1000,
        waterL: Math.round(1180 * (26 + age * 8.2)) / 1000,
        temperatureMaxC: age === 20 ? 39.5 : 31,
      },
    })
  }
  for (const [age, meanG] of [
    [7, 181],
    [14, 462],
    [21, 905],
  ] as const)
    broiler.events.push({ type: 'WEIGHT_SAMPLE', day: addDays(placed, age), hour: 20, data: { sampleSize: 40, meanG, uniformityPct: 82 } })

  const layerPlaced = addDays(anchor, -230)
  const layer: Stock = {
    entity: 'poultrybatch',
    key: 'layer',
    body: {
      unitId: ids.get('house2'),
      name: 'Layers, house 2',
      birdType: 'LAYER',
      strainId: ids.get('layer'),
      purpose: 'EGGS',
      housing: 'BARN',
      hatchery: 'Srinivasa Hatcheries',
      hatchDate: layerPlaced,
      placementDate: layerPlaced,
      placedFemale: 1080,
      placedMale: 0,
      placedUnsexed: 0,
      popId: ids.get('pop layer'),
    },
    events: [
      { type: 'PLACEMENT', day: layerPlaced, hour: 8, data: { females: 1080, males: 0, unsexed: 0, weightG: 38 } },
      { type: 'MORTALITY', day: addDays(layerPlaced, 40), hour: 18, data: { count: 22, cause: 'DISEASE', disposal: 'OnPremise' } },
    ],
  }
  for (let ago = 20; ago >= 0; ago--) {
    const day = addDays(anchor, -ago)
    const eggs = Math.round(1050 * (0.915 - (ago > 7 && ago < 11 ? 0.06 : 0) + chance.between(-0.012, 0.012)))
    const [cracked, dirty] = [chance.int(6, 14), chance.int(3, 9)]
    layer.events.push({
      type: 'DAILY_RECORD',
      day,
      hour: 19,
      data: {
        ...zero,
        day,
        deadFemales: chance.int(0, 1),
        feedKg: 118 + chance.int(-3, 3),
        waterL: 231 + chance.int(-9, 9),
        eggsGood: eggs - cracked - dirty,
        eggsCracked: cracked,
        eggsDirty: dirty,
        averageEggG: 58.4,
      },
    })
  }
  return [broiler, layer]
}

const carp = (faoAlpha3: string, scientificName: string, share: number) => ({
  faoAlpha3,
  scientificName,
  share,
  broodstockSource: 'DOMESTIC',
  stage: 'FINGERLING',
  hatchery: 'Matsya Beej Kendra, Junagadh',
  spfCertified: false,
})

export function ponds(anchor: string, ids: ReadonlyMap<string, string>): Stock[] {
  const pond = (
    key: string,
    unit: string,
    name: string,
    count: number,
    startG: number,
    days: number,
    area: readonly [number, number],
    samples: readonly number[],
    everyDays: number,
  ): Stock => {
    const chance = random(key.length * 97)
    const stocked = addDays(anchor, -days)
    const stocks = [
      ['CTC', 'Catla catla', 0.3],
      ['LRO', 'Labeo rohita', 0.4],
      ['MRI', 'Cirrhinus mrigala', 0.3],
    ] as const
    const events: Stock['events'] = [
      { type: 'POND_PREPARATION', day: addDays(stocked, -20), hour: 9, data: { drained: true, driedDays: 12, ploughed: true } },
      {
        type: 'STOCKING',
        day: stocked,
        hour: 7,
        data: { stock: stocks.map(([faoAlpha3, , share]) => ({ faoAlpha3, count: Math.round(count * share), meanG: startG })), transportHours: 4 },
      },
      { type: 'GROWTH_STARTED', day: addDays(stocked, 5), hour: 8, data: {} },
    ]
    let grams = startG
    for (let age = everyDays; age <= days; age += everyDays) {
      const day = addDays(stocked, age)
      const sample = samples[Math.floor(age / 30) - 1]
      if (age % 30 < everyDays && age >= 30 && sample !== undefined) {
        grams = sample
        events.push({ type: 'SAMPLING', day, hour: 9, data: { method: 'CASTNET', sampleSize: 40, meanG: sample } })
      }
      events.push({
        type: 'FEEDING',
        day,
        hour: 10,
        data: { feedItemId: ids.get('fishfeed'), kg: Math.round(((count * 0.9 * grams) / 1000) * 0.024 * everyDays * 10) / 10, method: 'BROADCAST' },
      })
      const isBad = key === 'nursery' && age + everyDays > days
      events.push({
        type: 'WATER_QUALITY',
        day,
        hour: 6,
        data: {
          temperatureC: Math.round(chance.between(24.5, 29) * 10) / 10,
          doMgL: isBad ? 3.4 : Math.round(chance.between(4.8, 7) * 10) / 10,
          ph: isBad ? 8.9 : Math.round(chance.between(7.4, 8.3) * 10) / 10,
          tanMgL: isBad ? 1.1 : Math.round(chance.between(0.05, 0.3) * 100) / 100,
          transparencyCm: chance.int(24, 38),
        },
      })
    }
    return {
      entity: 'aquacrop',
      key,
      body: {
        unitId: ids.get(unit),
        name,
        waterAreaM2: area[0],
        depthM: area[1],
        salinityClass: 'FRESH',
        cultureType: 'POLY',
        species: stocks.map(([faoAlpha3, name, share]) => carp(faoAlpha3, name, share)),
        stockingDate: stocked,
        plannedHarvestDate: addDays(stocked, 300),
        stockedCount: count,
        initialWeightG: startG,
        expectedSurvival: 0.82,
        popId: ids.get('pop carp'),
      },
      events,
    }
  }
  return [
    pond('grow-out', 'pond1', 'Catla, rohu and mrigal', 3600, 15, 168, [4000, 1.6], [52, 118, 196, 305, 402], 12),
    pond('nursery', 'pond2', 'Fingerlings for Hiran village', 2400, 4, 44, [1500, 1.3], [19], 4),
  ]
}
