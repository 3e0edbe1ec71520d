"""Small robot files for tests of messages."""

LINK = """<link name="{name}"><inertial><origin xyz="0.1 0 0"/><mass value="2"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>"""

# two links on a revolute and a prismatic joint; no warnings
GOOD = f"""<?xml version="1.0"?>
<robot name="crane">
  <link name="base"/>
  {LINK.format(name="boom")}
  {LINK.format(name="hook")}
  <joint name="swing" type="revolute">
    <parent link="base"/><child link="boom"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" effort="30" velocity="4"/>
    <dynamics damping="0.5" friction="0.25"/>
  </joint>
  <joint name="lift" type="prismatic">
    <parent link="boom"/><child link="hook"/><origin xyz="1 0 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="1" effort="10" velocity="1"/>
  </joint>
</robot>
"""

# the second joint mimics the first: a warning without the mimic option
MIMIC = GOOD.replace("</joint>\n</robot>", '<mimic joint="swing" multiplier="-2" offset="0.5"/></joint>\n</robot>')

# loads with a warning: the length of the axis is not 1
DOUBTFUL = GOOD.replace('axis xyz="0 0 1"', 'axis xyz="0 0 2"')

# two errors
BAD = GOOD.replace('lower="-1"', 'lower="-1,0"').replace('child link="hook"', 'child link="hok"')

# a pendulum
MJCF = """<mujoco model="pendulum">
  <worldbody>
    <body name="bob">
      <joint name="hinge" type="hinge" axis="0 1 0"/>
      <geom type="sphere" size="0.1" pos="0 0 -1" mass="2" contype="0" conaffinity="0"/>
    </body>
  </worldbody>
</mujoco>
"""


def many_warnings(count):
    """A chain with `count` axes whose length is not 1."""
    links = [LINK.format(name=f"link{i}") for i in range(count + 1)]
    joints = [
        f'<joint name="joint{i}" type="continuous"><parent link="link{i}"/><child link="link{i + 1}"/>'
        f'<axis xyz="0 0 2"/></joint>'
        for i in range(count)
    ]
    return '<robot name="long">\n' + "\n".join(links + joints) + "\n</robot>\n"
