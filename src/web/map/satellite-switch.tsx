// Shows imagery in place of the drawn ground, where this installation has any. What somebody chose last stays chosen.

import IconButton from '@mui/material/IconButton'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { SatelliteAlt as SatelliteIcon } from '#web/icons/satellite-alt.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { satelliteLayer } from './ground-style.ts'

const storageName = 'map-satellite'
const chosenLast = (): boolean => {
  try {
    return localStorage.getItem(storageName) === 'yes'
  } catch {
    return false
  }
}

export function SatelliteSwitch({ map, onChange }: { map: MapLibre; onChange: (isShown: boolean) => void }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(chosenLast)
  useEffect(() => {
    map.setLayoutProperty(satelliteLayer, 'visibility', isShown ? 'visible' : 'none')
    onChange(isShown)
  }, [map, isShown, onChange])
  const choose = () => {
    setShown(!isShown)
    try {
      localStorage.setItem(storageName, isShown ? 'no' : 'yes')
    } catch {
      // A private window without storage: chosen for now.
    }
  }
  return (
    <IconButton
      aria-label={t('Satellite picture')}
      title={t('Satellite picture')}
      aria-pressed={isShown}
      onClick={choose}
      sx={isShown ? { bgcolor: 'primary.main', color: 'primary.contrastText', '&:hover': { bgcolor: 'primary.dark' } } : {}}
    >
      <SatelliteIcon />
    </IconButton>
  )
}
