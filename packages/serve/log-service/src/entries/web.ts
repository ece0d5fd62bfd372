/** A web server for pages with the viewer, and the scripts of the pages. */
export { formatLink, listenHttp, type PostRoute, type Route } from '@rcss/kit/http-access';
export { listViewerFiles, readPageScript, readViewerScripts, type ViewerScripts } from '../web/assets.js';
export { createFileRoute, createSite, createViewerRoutes } from '../web/http.js';
