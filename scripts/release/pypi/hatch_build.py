"""Names the platform of the native code inside, given by KNEEPOINT_WHEEL_PLATFORM."""

import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['KNEEPOINT_WHEEL_PLATFORM']}"
