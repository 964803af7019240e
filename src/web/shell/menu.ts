// The menu: the specification's titles and groups (section 2), in their order. An entry appears when its
// screens exist and the person may list what it leads to.
import AdminUsers from '@mui/icons-material/AdminPanelSettingsOutlined'
import Calendar from '@mui/icons-material/CalendarMonthOutlined'
import Anything from '@mui/icons-material/DescriptionOutlined'
import Gin from '@mui/icons-material/FactoryOutlined'
import Seeds from '@mui/icons-material/GrainOutlined'
import Plants from '@mui/icons-material/GrassOutlined'
import Grid from '@mui/icons-material/GridViewOutlined'
import Home from '@mui/icons-material/HomeOutlined'
import Hub from '@mui/icons-material/HubOutlined'
import Boxes from '@mui/icons-material/Inventory2Outlined'
import Key from '@mui/icons-material/KeyOutlined'
import MapIcon from '@mui/icons-material/MapOutlined'
import People from '@mui/icons-material/PeopleAltOutlined'
import Drop from '@mui/icons-material/ScienceOutlined'
import Tag from '@mui/icons-material/SellOutlined'
import Store from '@mui/icons-material/StorefrontOutlined'
import Crop from '@mui/icons-material/YardOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import { can, type Role, type User } from '#domain/access.ts'
import { entities, findEntity } from '#domain/entities.ts'

export type MenuGroup = 'Farm' | 'Processing' | 'Work' | 'Animal Husbandry' | 'Administration' | 'Settings'
export const groups: readonly MenuGroup[] = ['Farm', 'Processing', 'Work', 'Animal Husbandry', 'Administration', 'Settings']
const isGroup = (name: string): name is MenuGroup => (groups as readonly string[]).includes(name)

export type MenuItem = {
  title: string
  group: MenuGroup
  icon: ComponentType<SvgIconProps>
  /** Entity whose list it opens; absent: the dashboard. */
  entity?: string
  /** Only these roles see it (specification: ADMIN only), besides the right to list. */
  permittedRoles?: readonly Role[]
  /** `g` then this letter goes there. */
  key?: string
  /** On phones one of the five at the bottom, under this shorter word. */
  bottom?: string
}

export const menu: readonly MenuItem[] = [
  { title: 'Dashboard', group: 'Farm', icon: Home, key: 'd', bottom: 'Home' },
  { title: 'Farmers', group: 'Farm', icon: People, entity: 'farmer', key: 'f', bottom: 'Farmers' },
  { title: 'Landowners', group: 'Farm', icon: Key, entity: 'landowner', key: 'o' },
  { title: 'Land Parcels', group: 'Farm', icon: MapIcon, entity: 'landparcel', key: 'p', bottom: 'Plots' },
  { title: 'Cropping Systems', group: 'Farm', icon: Grid, entity: 'croppingsystem', key: 's' },
  { title: 'Crops', group: 'Farm', icon: Plants, entity: 'crop', key: 'c', bottom: 'Crops' },
  { title: 'Processing Systems', group: 'Processing', icon: Gin, entity: 'processingsystem', key: 'y' },
  { title: 'Processors', group: 'Processing', icon: Store, entity: 'processor', key: 'r' },
  { title: 'Products', group: 'Processing', icon: Tag, entity: 'product', key: 't' },
  { title: 'Product Batches', group: 'Processing', icon: Boxes, entity: 'productbatch', key: 'b', bottom: 'Batches' },
  { title: 'Users', group: 'Administration', icon: AdminUsers, entity: 'user', permittedRoles: ['AD'], key: 'u' },
  { title: 'Operators', group: 'Administration', icon: Hub, entity: 'collective', permittedRoles: ['AD'] },
  { title: 'Seasons', group: 'Settings', icon: Calendar, entity: 'season', permittedRoles: ['AD'] },
  { title: 'Crop types', group: 'Settings', icon: Crop, entity: 'croptype', permittedRoles: ['AD'] },
  { title: 'Varieties', group: 'Settings', icon: Seeds, entity: 'variety', permittedRoles: ['AD'] },
  { title: 'Inputs', group: 'Settings', icon: Drop, entity: 'inputitem', permittedRoles: ['AD'] },
]

/** Declared entities that the table does not name yet: at the end of their group, so that a new one is reachable at once. */
const unnamed: readonly MenuItem[] = entities
  .filter((entity) => !entity.madeByEvents && !menu.some((item) => item.entity === entity.name))
  .flatMap(({ name, plural, group }) => (isGroup(group) ? [{ title: plural, group, icon: Anything, entity: name }] : []))

/** What this person sees. */
export const menuFor = (user: User): MenuItem[] =>
  [...menu, ...unnamed].filter(
    ({ entity, permittedRoles }) =>
      (!entity || (findEntity(entity) !== undefined && can(user, entity, 'L'))) &&
      (!permittedRoles || user.grants.some(({ role }) => permittedRoles.includes(role))),
  )
