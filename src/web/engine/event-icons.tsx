// The icon of an event, by the name its declaration gives; a plain mark for names not in the table.

import Add from '@mui/icons-material/AddOutlined'
import Agriculture from '@mui/icons-material/AgricultureOutlined'
import Archive from '@mui/icons-material/ArchiveOutlined'
import Biotech from '@mui/icons-material/BiotechOutlined'
import Block from '@mui/icons-material/BlockOutlined'
import Build from '@mui/icons-material/BuildOutlined'
import Calculate from '@mui/icons-material/CalculateOutlined'
import CallMerge from '@mui/icons-material/CallMergeOutlined'
import CallSplit from '@mui/icons-material/CallSplitOutlined'
import Cancel from '@mui/icons-material/CancelOutlined'
import CleaningServices from '@mui/icons-material/CleaningServicesOutlined'
import Compost from '@mui/icons-material/CompostOutlined'
import Dangerous from '@mui/icons-material/DangerousOutlined'
import DeleteForever from '@mui/icons-material/DeleteForeverOutlined'
import Delete from '@mui/icons-material/DeleteOutlineOutlined'
import DirectionsWalk from '@mui/icons-material/DirectionsWalkOutlined'
import DoneAll from '@mui/icons-material/DoneAllOutlined'
import Draw from '@mui/icons-material/DrawOutlined'
import EditCalendar from '@mui/icons-material/EditCalendarOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import EmojiNature from '@mui/icons-material/EmojiNatureOutlined'
import FactCheck from '@mui/icons-material/FactCheckOutlined'
import Favorite from '@mui/icons-material/FavoriteBorderOutlined'
import Feedback from '@mui/icons-material/FeedbackOutlined'
import Flag from '@mui/icons-material/FlagOutlined'
import Grass from '@mui/icons-material/GrassOutlined'
import Groups from '@mui/icons-material/GroupsOutlined'
import Handshake from '@mui/icons-material/HandshakeOutlined'
import Healing from '@mui/icons-material/HealingOutlined'
import Home from '@mui/icons-material/HomeOutlined'
import HowToReg from '@mui/icons-material/HowToRegOutlined'
import Inventory from '@mui/icons-material/InventoryOutlined'
import Landscape from '@mui/icons-material/LandscapeOutlined'
import LocalShipping from '@mui/icons-material/LocalShippingOutlined'
import LockOpen from '@mui/icons-material/LockOpenOutlined'
import Lock from '@mui/icons-material/LockOutlined'
import Login from '@mui/icons-material/LoginOutlined'
import Logout from '@mui/icons-material/LogoutOutlined'
import MoveToInbox from '@mui/icons-material/MoveToInboxOutlined'
import PanTool from '@mui/icons-material/PanToolOutlined'
import Payments from '@mui/icons-material/PaymentsOutlined'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import PestControl from '@mui/icons-material/PestControlOutlined'
import PlayArrow from '@mui/icons-material/PlayArrowOutlined'
import Polyline from '@mui/icons-material/PolylineOutlined'
import Redeem from '@mui/icons-material/RedeemOutlined'
import RestartAlt from '@mui/icons-material/RestartAltOutlined'
import School from '@mui/icons-material/SchoolOutlined'
import Science from '@mui/icons-material/ScienceOutlined'
import Search from '@mui/icons-material/SearchOutlined'
import Send from '@mui/icons-material/SendOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import ShoppingBasket from '@mui/icons-material/ShoppingBasketOutlined'
import ShoppingCart from '@mui/icons-material/ShoppingCartOutlined'
import Spa from '@mui/icons-material/SpaOutlined'
import Straighten from '@mui/icons-material/StraightenOutlined'
import SwapHoriz from '@mui/icons-material/SwapHorizOutlined'
import Thunderstorm from '@mui/icons-material/ThunderstormOutlined'
import TrendingDown from '@mui/icons-material/TrendingDownOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import Undo from '@mui/icons-material/UndoOutlined'
import Vaccines from '@mui/icons-material/VaccinesOutlined'
import Verified from '@mui/icons-material/VerifiedOutlined'
import ViewInAr from '@mui/icons-material/ViewInArOutlined'
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import Forklift from '@mui/icons-material/WarehouseOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import WaterDrop from '@mui/icons-material/WaterDropOutlined'
import Water from '@mui/icons-material/WaterOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType<SvgIconProps>>> = {
  add: Add,
  agriculture: Agriculture,
  archive: Archive,
  biotech: Biotech,
  block: Block,
  build: Build,
  calculate: Calculate,
  call_merge: CallMerge,
  call_split: CallSplit,
  cancel: Cancel,
  cleaning_services: CleaningServices,
  compost: Compost,
  dangerous: Dangerous,
  delete: Delete,
  delete_forever: DeleteForever,
  directions_walk: DirectionsWalk,
  done_all: DoneAll,
  draw: Draw,
  edit: Edit,
  edit_calendar: EditCalendar,
  emoji_nature: EmojiNature,
  fact_check: FactCheck,
  feedback: Feedback,
  favorite: Favorite,
  flag: Flag,
  forklift: Forklift,
  grass: Grass,
  groups: Groups,
  handshake: Handshake,
  healing: Healing,
  home: Home,
  how_to_reg: HowToReg,
  inventory: Inventory,
  landscape: Landscape,
  local_shipping: LocalShipping,
  lock: Lock,
  lock_open: LockOpen,
  login: Login,
  logout: Logout,
  move_to_inbox: MoveToInbox,
  pan_tool: PanTool,
  payments: Payments,
  person_off: PersonOff,
  pest_control: PestControl,
  play_arrow: PlayArrow,
  polyline: Polyline,
  redeem: Redeem,
  restart_alt: RestartAlt,
  school: School,
  science: Science,
  search: Search,
  send: Send,
  settings: Settings,
  shopping_basket: ShoppingBasket,
  shopping_cart: ShoppingCart,
  spa: Spa,
  straighten: Straighten,
  swap_horiz: SwapHoriz,
  thunderstorm: Thunderstorm,
  trending_down: TrendingDown,
  tune: Tune,
  undo: Undo,
  vaccines: Vaccines,
  verified: Verified,
  view_in_ar: ViewInAr,
  visibility: Visibility,
  visibility_off: VisibilityOff,
  warning: Warning,
  water: Water,
  water_drop: WaterDrop,
}
/** Icons of what the product records by itself. */
const own: Readonly<Record<string, string>> = { CREATED: 'add', EDITED: 'edit', RETIRED: 'archive', EVENT_VOIDED: 'undo' }

export function EventIcon({ type, icon }: { type: string; icon?: string | undefined }) {
  const Icon = icons[icon ?? own[type] ?? ''] ?? (icon === undefined && type.includes('VISIT') ? Visibility : Flag)
  return <Icon aria-hidden />
}
